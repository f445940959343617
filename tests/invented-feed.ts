import { createHash } from 'node:crypto'

/** An entry of a GameMonetize feed, every value a text. */
export type InventedEntry = Record<
  'id' | 'title' | 'description' | 'instructions' | 'url' | 'category' | 'tags' | 'thumb' | 'width' | 'height',
  string
>

const FIRST = [
  'Turbo',
  'Paper',
  'Moon',
  'Copper',
  'Lazy',
  'Neon',
  'Frosty',
  'Desert',
  'Pocket',
  'Royal',
  'Hidden',
  'Wild',
  'Tiny',
  'Grand',
  'Silent',
]
const SECOND: [string, string, string][] = [
  ['Racer', 'Racing', 'Car, Cars, Driving'],
  ['Blocks', 'Puzzle', 'Puzzle, Block, 2D'],
  ['Strikers', 'Football', 'Soccer, Sports, Ball'],
  ['Hoops', 'Sports', 'Basketball, Sports'],
  ['Hunters', 'Shooting', 'Shooting, Action, 3D'],
  ['Quest', 'Adventure', 'Adventure, RPG'],
  ['Brawl', 'Fighting', 'Action, Stickman, 2 Player'],
  ['Arena', 'Multiplayer', 'Multiplayer, io, Action'],
  ['Salon', 'Girls', 'Beauty, Dress Up'],
  ['Cards', 'Cards', 'Card, Casual'],
]

/** A feed of invented games in the shape of GameMonetize's; the same for the same number. The first is "Ladders & Snails". */
export function inventedFeed(count: number): InventedEntry[] {
  return Array.from({ length: count }, (_, at) => {
    const [word, category, tags] = SECOND[at % SECOND.length] as [string, string, string]
    const first = FIRST[Math.floor(at / SECOND.length) % FIRST.length]
    const series = Math.floor(at / (SECOND.length * FIRST.length))
    const hash = createHash('md5').update(`invented ${at}`).digest('hex')
    return {
      id: String(70_000 + at),
      title: at === 0 ? 'Ladders &amp; Snails' : `${first} ${word}${series ? ` ${series + 1}` : ''}`,
      description: `${first} ${word} is an invented game.&nbsp;Play it &amp; win the &quot;golden cup&quot;.`,
      instructions: 'Arrow keys to move\nSpace to jump',
      url: `https://html5.gamemonetize.com/${hash}/`,
      category,
      tags,
      thumb: `https://img.gamemonetize.com/${hash}/512x384.jpg`,
      width: at % 7 === 3 ? '600' : '960',
      height: at % 7 === 3 ? '960' : '600',
    }
  })
}
