import { expect, test } from 'vitest'
import { processorMs } from '../../../testing/fixtures/processor-time.ts'
import { gamedistribution } from './providers/gamedistribution.server.ts'
import { gamemonetize } from './providers/gamemonetize.server.ts'
import { readGame } from './read-game.ts'

/** Nearly the maximum length of a feed entry (json-stream.server.ts). */
const LENGTH = 1_000_000

const PIECES = [
  '\u0301', '\u0345\u0300', '\u1100\u1161\u11A8', '\u202E', '\u200B', '\u{1F469}\u200D', '\uD800', ' ', '\n ', ',', 'a,', '<', '<a>', '<b \'"',
  '<!--', '<script', '&amp;', '&amp;amp;', 'a.a@', 'a-', 'at ', 'www.', 'gamemonetize.a/', '0a1b2c3d',
] // prettier-ignore

const FIELDS = {
  gamemonetize: ['title', 'url', 'thumb', 'category', 'tags', 'description', 'instructions'],
  gamedistribution: ['Title', 'Game URL', 'Genres', 'Tags', 'Assets', 'Description', 'Instructions', 'Company', 'Id'],
}

test.each([gamemonetize, gamedistribution])(
  'an entry of $name with a million characters in any field is read quickly',
  (provider) => {
    const host = provider.gameHosts[0] as string
    const plain =
      provider === gamemonetize
        ? { title: 'Tower', url: `https://${host}/${'k3y5'.repeat(8)}/` }
        : { Title: 'Tower', 'Game URL': `https://${host}/${'0a1b2c3d'.repeat(4)}/` }
    const slow: string[] = []
    for (const field of FIELDS[provider.name as keyof typeof FIELDS]) {
      for (const piece of PIECES) {
        const entry = { ...plain, [field]: piece.repeat(LENGTH / piece.length) }
        const ms = processorMs(() => {
          const read = provider.readEntry(entry)
          if (read) readGame(read, provider, false)
        })
        if (ms > 1000) slow.push(`${field} of ${JSON.stringify(piece)}: ${Math.round(ms)} ms`)
      }
    }
    expect(slow).toEqual([])
  },
)

test('only the first hundred values of a list in an entry are read', () => {
  const words = Array.from({ length: 300_000 }, (_, at) => `w${at}`)
  const read = gamedistribution.readEntry({ Title: 'Tower', Tags: words, Genres: words, Assets: words })
  expect(read?.tags).toHaveLength(100)
  expect(read?.categories).toHaveLength(100)
})
