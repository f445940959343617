import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgePages } from '../../app/server/purge.server.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame, createGames } from '../fixtures/games.ts'

/** What stands round every page follows the catalogue (docs/product.md, Lists). */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGames([{ categories: ['Car'] }, { categories: ['Puzzle'] }])
  await purgePages(['games'])
}, 60_000)
afterAll(() => portal?.stop())

/** Of pages that show games, that show none, and that are not there. */
const PAGES = ['/', '/categories', '/terms', '/community', '/no/such/page']
const linksOf = async (at: string) =>
  (await portal.send(at)).text
    .split(' href="/category/')
    .slice(1)
    .map((rest) => /^[a-z-]*/.exec(rest)![0])

async function within(isSo: () => Promise<boolean>, ms = 3000): Promise<void> {
  const end = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not so within ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('no page links to a category without games, and each does once it has one', async () => {
  for (const at of PAGES) await within(async () => !(await linksOf(at)).includes('horror'))
  expect(new Set(await linksOf('/terms'))).toEqual(new Set(['new', 'popular', 'puzzle']))
  await createGame({ categories: ['Horror'] })
  await purgePages(['games'])
  for (const at of PAGES) await within(async () => (await linksOf(at)).includes('horror'))
})

test('an address that nothing links to answers all the same', async () => {
  expect((await portal.send('/category/pool')).text).toContain('No games found in this category')
})
