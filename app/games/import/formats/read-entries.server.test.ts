import { expect, test } from 'vitest'
import { openEntries } from './read-entries.server.ts'

/** A source that records whether it was closed. */
function source(start: string, rest: string) {
  const state = { isClosed: false }
  async function* chunks() {
    try {
      yield Buffer.from(start)
      while (rest) yield Buffer.from(rest)
    } finally {
      state.isClosed = true
    }
  }
  return { state, chunks: chunks() }
}

test('blank text without end is an empty feed', async () => {
  const { state, chunks } = source('', ' \n'.repeat(50_000))
  await expect(openEntries(chunks)).rejects.toThrow(/^is empty$/)
  expect(state.isClosed).toBe(true)
})

test('text may follow much blank text', async () => {
  const { chunks } = source(`${' '.repeat(300_000)}[{"title":"Tower"}]`, '')
  const { format, entries } = await openEntries(chunks)
  expect(format).toBe('json')
  expect((await entries.next()).value).toEqual([new Map([['title', ['Tower']]])])
})

test.each([
  ['<html>', 'is a web page instead of a feed'],
  ['PK\x03\x04', 'is not text'],
])('a source that begins with %j is closed', async (start, fault) => {
  const { state, chunks } = source(start, 'x'.repeat(5000))
  await expect(openEntries(chunks)).rejects.toThrow(fault)
  expect(state.isClosed).toBe(true)
})

test.each([
  ['json', '[', '{"title":"Tower"},'.repeat(5000)],
  ['csv', 'title,url\n', 'Tower,https://games.example/\n'.repeat(5000)],
  ['rss', '<rss><channel>', '<item><title>Tower</title></item>'.repeat(5000)],
  ['atom', '<feed>', '<entry><title>Tower</title></entry>'.repeat(5000)],
])('%s without end gives its first entries, and its source is closed', async (format, start, rest) => {
  const { state, chunks } = source(start, rest)
  const opened = await openEntries(chunks)
  expect(opened.format).toBe(format)
  for await (const [entry] of opened.entries) {
    expect(entry?.get('title')).toEqual(['Tower'])
    break
  }
  await expect.poll(() => state.isClosed).toBe(true)
})
