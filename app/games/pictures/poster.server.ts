import { setText, type SetText } from '../../lib/letters/letters.server.ts'
import icons from '../catalogue/category-icons.svg?raw'
import { categorySlug } from '../catalogue/category-rules.ts'
import { groundOf } from './poster-grounds.ts'
import { LAYOUTS, plain, type Sheet } from './poster-layouts.ts'

/** `wide` is 16:9, `tall` 3:4 as the pictures of originals are; `plain` has no title: it stands where a strip of it is shown. */
export type PosterShape = 'wide' | 'tall' | 'plain'

const SHEETS: Record<PosterShape, Pick<Sheet, 'width' | 'height' | 'margin'>> = {
  wide: { width: 1280, height: 720, margin: 80 },
  tall: { width: 960, height: 1280, margin: 72 },
  plain: { width: 1280, height: 720, margin: 0 },
}

/** Letters as large as they can be, in as few lines as that takes. */
const SIZES = [340, 310, 280, 256, 232, 212, 192, 176, 160, 146, 132, 120, 108, 96, 84]
const LINE = 0.9

/** The signs by the slugs of categories (category-icons.svg). */
const SIGNS = new Map(
  Array.from(icons.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g), ([, slug, drawn]) => [slug!, drawn!]),
)

/**
 * The poster of a game that has no picture (docs/product.md, Posters): an SVG of some 3 KB when compressed, its letters drawn as
 * outlines. The same game has the same poster always and everywhere: category and slug say how it looks.
 */
export function drawPoster(game: { slug: string; title: string; categories: string[] }, shape: PosterShape): string {
  const category = categorySlug(game.categories[0] ?? '')
  const seed = seedOf(game.slug)
  const { width, height, margin } = SHEETS[shape]
  const { ground, shape: tone, ink, bulb } = groundOf(category, seed >>> 8)
  const sign = (x: number, y: number, size: number, colour: string, stroke = 2) =>
    `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${(size / 24).toFixed(2)})" stroke="${colour}" stroke-width="${stroke}">${SIGNS.get(category) ?? SIGNS.get('game')}</g>`
  const layout = shape === 'plain' ? plain : LAYOUTS[seed % LAYOUTS.length]!
  const { behind, align, room } = layout({ width, height, margin, tone, ink, ground, bulb, sign })
  const title = shape === 'plain' ? null : setTitle(game.title, width - 2 * margin, height * room - margin)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${behind}</g>`,
    title ? lettersOf(title, { width, height, margin, ink, align }) : '',
    '</svg>',
  ].join('')
}

const kept = new Map<string, string>()
/** Of some 5 KB. */
const MOST_KEPT = 1000

/** The same out of memory: a page asks for a hundred at once, and drawing one takes some milliseconds. */
export function keptPoster(game: Parameters<typeof drawPoster>[0], shape: PosterShape): string {
  const key = JSON.stringify([game.slug, game.title, game.categories[0], shape])
  let drawn = kept.get(key)
  if (drawn === undefined) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, (drawn = drawPoster(game, shape)))
  }
  return drawn
}

function setTitle(title: string, width: number, height: number): SetText | null {
  let best: SetText | null = null
  for (const lines of [1, 2, 3]) {
    const sizes = SIZES.filter((size) => size * lines * LINE <= height)
    const set = setText(title, { face: 'display', sizes, width, lines })
    // What is cut off stands in the smallest size, and is cut off later in more lines.
    if (set && (!best || set.size > best.size || set.size === SIZES.at(-1))) best = set
  }
  return best
}

function lettersOf(
  { lines, size }: SetText,
  { width, height, margin, ink, align }: Pick<Sheet, 'width' | 'height' | 'margin' | 'ink'> & { align: Align },
): string {
  const step = size * LINE
  const last = height - margin - size * 0.06
  const drawn = lines.map((line, at) => {
    const room = width - 2 * margin - line.width
    const x = margin + room * { left: 0, middle: 0.5, right: 1 }[align]
    const y = last - (lines.length - 1 - at) * step
    return `<path transform="translate(${Math.round(x)} ${Math.round(y)})" d="${inSteps(line.path)}"/>`
  })
  return `<g fill="${ink}">${drawn.join('')}</g>`
}

/** The same path in whole numbers, each counted from the point before: half as long, and what repeats is alike. */
function inSteps(path: string): string {
  let [x, y] = [0, 0]
  let start: [number, number] = [0, 0]
  return path.replace(/([MLQC])([^A-Z]*)/g, (_, command: string, given: string) => {
    const points = given.match(/-?\d+(?:\.\d+)?/g)!.map((number) => Math.round(Number(number)))
    // What is closed ends where it began.
    if (command === 'M') [x, y] = start
    const steps = points.map((number, at) => number - (at % 2 ? y : x))
    ;[x, y] = points.slice(-2) as [number, number]
    if (command === 'M') start = [x, y]
    return command.toLowerCase() + steps.join(' ').replaceAll(' -', '-')
  })
}

type Align = 'left' | 'middle' | 'right'

/** A number that looks thrown, always the same for a slug (FNV-1a, its bits mixed once more). */
function seedOf(slug: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < slug.length; at++) hash = Math.imul(hash ^ slug.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
