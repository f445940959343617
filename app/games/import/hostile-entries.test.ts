import { expect, test } from 'vitest'
import { processorMs } from '../../../testing/fixtures/processor-time.ts'
import type { FeedProvider } from './feed-entry.ts'
import { flatten } from './formats/flat-entry.ts'
import { guessMapping, guessOptions } from './mapping/guess-mapping.ts'
import { mappedProvider } from './mapping/mapped-provider.server.ts'
import { famobi } from './providers/famobi.server.ts'
import { gamedistribution } from './providers/gamedistribution.server.ts'
import { gamemonetize } from './providers/gamemonetize.server.ts'
import { gamepix } from './providers/gamepix.server.ts'
import { htmlgames } from './providers/htmlgames.server.ts'
import { playgama } from './providers/playgama.server.ts'
import { readGame } from './read-game.ts'

/** Nearly the maximum length of a feed entry (json-stream.server.ts). */
const LENGTH = 1_000_000

const PIECES = [
  '\u0301',
  '\u0345\u0300',
  '\u1100\u1161\u11A8',
  '\u202E',
  '\u200B',
  '\u{1F469}\u200D',
  '\uD800',
  ' ',
  '\n ',
  ',',
  'a,',
  '<',
  '<a>',
  '<b \'"',
  '<!--',
  '<script',
  '&amp;',
  '&amp;amp;',
  'a.a@',
  'a-',
  'at ',
  'www.',
  'gamemonetize.a/',
  '0a1b2c3d',
]

const KEY = '0a1b2c3d'.repeat(4)
const READ = ['title', 'url', 'thumb', 'category', 'tags', 'description', 'instructions']

/** A provider, a valid entry of its feed, and the fields that it reads. */
const ENTRIES: [FeedProvider, Record<string, string>, string[]][] = [
  [gamemonetize, { title: 'Tower', url: `https://html5.gamemonetize.com/${KEY}/` }, READ],
  [
    gamedistribution,
    { Title: 'Tower', 'Game URL': `https://html5.gamedistribution.com/${KEY}` },
    ['Title', 'Game URL', 'Genres', 'Tags', 'Assets', 'Description', 'Instructions', 'Company', 'Id'],
  ],
  [
    gamepix,
    { id: KEY, title: 'Tower', url: 'https://play.gamepix.com/tower/embed' },
    ['id', 'title', 'url', 'category', 'description', 'banner_image'],
  ],
  [
    playgama,
    { id: KEY, title: 'Tower', gameURL: 'https://playgama.com/export/game/tower' },
    ['id', 'title', 'gameURL', 'embed', 'genres', 'tags', 'images', 'mobileReady', 'howToPlayText'],
  ],
  [
    htmlgames,
    { name: 'Tower', url: 'https://cdn.htmlgames.com/Tower/' },
    ['name', 'url', 'embed', 'category', 'description', 'thumb6'],
  ],
  [
    famobi,
    { package_id: KEY, name: 'Tower', link: 'https://play.famobi.com/tower' },
    ['package_id', 'name', 'link', 'categories', 'aspect_ratio', 'thumb'],
  ],
]

test.each(ENTRIES.map((row) => [row[0].name, ...row] as const))(
  'an entry of %s with a million characters in any field is read quickly',
  (_, provider, plain, fields) => {
    const slow: string[] = []
    for (const field of fields) {
      for (const piece of PIECES) {
        const entry = { ...plain, [field]: piece.repeat(LENGTH / piece.length) }
        const ms = processorMs(() => {
          const read = provider.readEntry(entry)
          if (read) readGame(read, provider, false, { sid: piece, clid: piece, affiliate: piece })
        })
        if (ms > 1000) slow.push(`${field} of ${JSON.stringify(piece)}: ${Math.round(ms)} ms`)
      }
    }
    expect(slow).toEqual([])
  },
)

test('an entry of any other feed with a million characters in any field is mapped and read quickly', () => {
  const names = [...READ, 'controls', 'mobile', 'id']
  const plain = Object.fromEntries(names.map((name) => [name, 'Tower']))
  const slow: string[] = []
  for (const field of names) {
    for (const piece of PIECES) {
      const long = piece.repeat(LENGTH / piece.length)
      const ms = processorMs(() => {
        const entry = flatten({ ...plain, url: 'https://games.example/tower', [field]: long, [long]: { [long]: 'x' } })
        const mapping = { ...guessMapping([entry]), [field === 'thumb' ? 'picture' : field]: field, url: 'url' }
        guessOptions([entry, entry], 'url')
        const provider = mappedProvider({ name: 'any', mapping, gameHosts: ['games.example'], pictureHosts: [] })
        const read = provider.readEntry(entry)
        if (read) readGame(read, provider, false)
      })
      if (ms > 1000) slow.push(`${field} of ${JSON.stringify(piece)}: ${Math.round(ms)} ms`)
    }
  }
  expect(slow).toEqual([])
})

test('only the first hundred values of a list in an entry are read', () => {
  const words = Array.from({ length: 300_000 }, (_, at) => `w${at}`)
  const read = gamedistribution.readEntry({ Title: 'Tower', Tags: words, Genres: words, Assets: words })
  expect(read?.tags).toHaveLength(100)
  expect(read?.categories).toHaveLength(100)
})
