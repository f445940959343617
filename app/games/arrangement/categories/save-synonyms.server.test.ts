import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { findSeen } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { dropAllCached } from '../../../server/cache/data-cache.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { categoriesOf } from '../../catalogue/category-rules.ts'
import { categoriesOfGenres } from '../../import/genres.ts'
import { findProvider } from '../../import/providers.server.ts'
import { readGame } from '../../import/read-game.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { addCategory, mergeCategory } from './save-categories.server.ts'
import { mapWord, unmapWord } from './save-synonyms.server.ts'
import { listUnmappedWords } from './unmapped-words.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ role: 'operator' })), sessionId: '' }
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate categories, former_category_names, category_synonyms, arrangement_changes`)
  await loadArrangement()
  dropAllCached()
})
afterAll(() => testDatabase.drop())

/** Returns the categories that an import reads from an entry of GameMonetize. */
function importedCategories(category: string, tags = ''): string[] {
  const provider = findProvider('gamemonetize')!
  const url = 'https://html5.gamemonetize.com/abcdefghijklmnopqrstuvwxyz012345/'
  const read = readGame(provider.readEntry({ title: 'Moto', url, category, tags })!, provider, false)
  return 'game' in read ? read.game.categories : []
}

const stored = async (id: number) =>
  (await database().execute<{ categories: string[] }>(sql`select categories from games where id = ${id}`)).rows[0]!
    .categories

test('later imports use operators’ synonyms before those of the portal and of providers', async () => {
  expect([importedCategories('Racing'), importedCategories('Puzzles')]).toEqual([['Car'], ['Puzzle']])
  await mapWord(operator, { word: 'Racing', category: 'driving', applies: false })
  await mapWord(operator, { word: 'Puzzles', category: 'mahjong', applies: false })
  expect(importedCategories('racing')).toEqual(['Driving'])
  expect(importedCategories('Puzzles')).toEqual(['Mahjong'])
  expect(categoriesOf(categoriesOfGenres(['racing-games']), [])).toEqual(['Driving'])
  // The synonym does not affect tags.
  expect(importedCategories('nothing', 'racing')).toEqual(['Car'])
  expect(await unmapWord(operator, 'racing')).toEqual({ outcome: 'done' })
  expect(importedCategories('racing')).toEqual(['Car'])
  expect(await unmapWord(operator, 'racing')).toEqual({ outcome: 'gone' })
})

test('a category that operators added is found by its name before the tables of providers', async () => {
  await addCategory(operator, { name: 'Bejeweled', slug: '' })
  expect(importedCategories('Bejeweled')).toEqual(['Bejeweled'])
})

test('synonyms follow a merge, and a name that is a category cannot be mapped', async () => {
  await mapWord(operator, { word: 'Cooking', category: 'beauty', applies: false })
  await mergeCategory(operator, 'beauty', {
    seen: await findSeen({ kind: 'category', id: 'beauty' }),
    into: 'dress-up',
  })
  expect(importedCategories('Cooking')).toEqual(['Dress Up'])
  const why = 'Car is a category. Merge it instead'
  expect(await mapWord(operator, { word: 'CAR', category: 'pool', applies: false })).toEqual({
    outcome: 'invalid',
    field: 'word',
    why,
  })
  expect(await mapWord(operator, { word: 'x', category: 'beauty', applies: false })).toEqual({ outcome: 'gone' })
})

test('a synonym can be applied to existing games, except where an operator has set the categories', async () => {
  const [first, several, edited, other] = await createGames([
    { rawCategory: 'Cooking Games', categories: ['Casual'], tags: ['fashion'] },
    { rawCategory: 'Dress-Up, cooking', provider: 'famobi', categories: ['Dress Up'] },
    { rawCategory: 'Cooking', categories: ['Pool'] },
    { rawCategory: 'Cookery', categories: ['Casual'] },
  ])
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) values (${edited!.id}, 'categories', '["Casual"]')`,
  )
  await addCategory(operator, { name: 'Kitchen', slug: '' })
  await mapWord(operator, { word: 'cooking', category: 'kitchen', applies: true })
  expect(await stored(first!.id)).toEqual(['Kitchen', 'Dress Up'])
  expect(await stored(several!.id)).toEqual(['Dress Up', 'Kitchen'])
  expect(await stored(edited!.id)).toEqual(['Pool'])
  expect(await stored(other!.id)).toEqual(['Casual'])
  expect((await countGames(['category:kitchen'])).get('category:kitchen')).toBe(2)
})

test('the most frequent names that mean no category are listed until they are mapped', async () => {
  await createGames(
    ['Cooking', 'cooking games', 'Boards, Racing', 'Boards', 'Boards', 'Puzzle'].map((rawCategory) => ({
      rawCategory,
    })),
  )
  await createGame({ rawCategory: 'match-3', provider: 'famobi' })
  expect(await listUnmappedWords()).toEqual([
    { word: 'Boards', games: 3 },
    { word: 'Cooking', games: 2 },
  ])
  await mapWord(operator, { word: 'boards', category: 'puzzle', applies: false })
  expect(await listUnmappedWords()).toEqual([{ word: 'Cooking', games: 2 }])
})
