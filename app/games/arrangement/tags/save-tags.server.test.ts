import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database } from '../../../db/connection.server.ts'
import { dropAllCached } from '../../../server/cache/data-cache.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { findGameById } from '../../catalogue/find-game.server.ts'
import { cleanTags } from '../../import/tags.ts'
import { countGames, listTagged } from '../../lists/list-games.server.ts'
import { listOfferedTags } from '../../lists/offered-tags.server.ts'
import { describeTag, shownTags, tagKey } from '../known-tags.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { listTags } from './list-tags.server.ts'
import { findManagedTag, mergeTag, saveTag } from './save-tags.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate tags, arrangement_changes, operator_acts`)
  await loadArrangement()
  dropAllCached()
})
afterAll(() => testDatabase.drop())

const stored = async (id: number) =>
  (await database().execute<{ tags: string[] }>(sql`select tags from games where id = ${id}`)).rows[0]!.tags
const slugsWith = async (tag: string) => (await listTagged([tag], 20)).map(({ title }) => title)
const save = (tag: string, values: Partial<Parameters<typeof saveTag>[2]> & { name: string }) =>
  saveTag(operator, tag, { seen: 0, description: '', hidden: false, ...values })

test('a merged tag is replaced in games, lists, the console’s labels and later imports', async () => {
  const { id } = await createGame({ title: 'Moto', tags: ['Cars', 'fun', 'car'] })
  const hidden = await createGame({ tags: ['cars'], status: 'hidden', url: null, heldUrl: 'https://x.test/' })
  await createGame({ title: 'Other', tags: ['car'] })
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) values (${id}, 'tags', '["CARS", "speed"]')`,
  )
  expect(await mergeTag(operator, 'cars', { seen: 0, into: 'Car' })).toEqual({ outcome: 'done' })
  expect(await stored(id)).toEqual(['car', 'fun'])
  expect(await stored(hidden.id)).toEqual(['car'])
  const { rows } = await database().execute(sql`select feed_value from game_overrides`)
  expect(rows).toEqual([{ feed_value: ['car', 'speed'] }])
  expect((await slugsWith('car')).toSorted()).toEqual(['Moto', 'Other'])
  expect(await slugsWith('cars')).toEqual([])
  expect(cleanTags(['Cars', 'car', 'Fun'])).toEqual(['car', 'Fun'])
  expect(tagKey('CARS')).toBe('car')
  expect(await findManagedTag('cars')).toMatchObject({ mergedInto: 'car' })
  // A game may still get the old tag, for example from an import plan that was made earlier.
  await createGame({ title: 'Late', tags: ['Cars'] })
  expect((await slugsWith('car')).toSorted()).toEqual(['Late', 'Moto', 'Other'])
  // Tags merged into it earlier are now merged into the new target.
  await createGame({ tags: ['vehicles'] })
  await mergeTag(operator, 'car', { seen: 0, into: 'vehicles' })
  expect(tagKey('cars')).toBe('vehicles')
  expect(await stored(id)).toEqual(['vehicles', 'fun'])
})

test('a tag can be renamed in its spelling, or to another tag that no game has', async () => {
  const { id } = await createGame({ title: 'Moto', tags: ['3d', 'fun'] })
  expect(await save('3d', { name: '3D' })).toEqual({ outcome: 'done' })
  expect(await stored(id)).toEqual(['3D', 'fun'])
  expect(await save('fun', { name: 'Funny', description: 'Made to laugh' })).toEqual({ outcome: 'done' })
  expect(await stored(id)).toEqual(['3D', 'Funny'])
  expect(await slugsWith('funny')).toEqual(['Moto'])
  expect(shownTags(['fun', '3d'])).toEqual(['Funny', '3D'])
  expect(describeTag('fun')).toBe('Made to laugh')
  expect(cleanTags(['FUN'])).toEqual(['Funny'])
  // The tag gets its first name again.
  expect(await save('funny', { name: 'fun' })).toEqual({ outcome: 'done' })
  expect(await stored(id)).toEqual(['3D', 'fun'])
  expect(tagKey('funny')).toBe('fun')
})

test('a tag that exists is not taken by a rename, and only a tag with games is merged into', async () => {
  await createGame({ tags: ['fun', 'kids'] })
  expect(await save('fun', { name: 'Kids' })).toMatchObject({ outcome: 'invalid', field: 'name' })
  expect(await mergeTag(operator, 'fun', { seen: 0, into: 'nothing' })).toMatchObject({ outcome: 'invalid' })
  expect(await mergeTag(operator, 'fun', { seen: 0, into: 'FUN' })).toMatchObject({ outcome: 'invalid' })
  expect(await mergeTag(operator, 'nothing', { seen: 0, into: 'fun' })).toEqual({ outcome: 'gone' })
})

test('a hidden tag is offered and shown nowhere', async () => {
  const { id } = await createGame({ tags: ['fun', 'kids'] })
  expect(await listOfferedTags()).toEqual(['fun', 'kids'])
  await save('fun', { name: 'fun', hidden: true })
  expect(await listOfferedTags()).toEqual(['kids'])
  expect((await findGameById(id))?.tags).toEqual(['kids'])
  expect(await stored(id)).toEqual(['fun', 'kids'])
})

test('an offered tag that was merged is offered as the other one, once', async () => {
  await createGame({ tags: ['racing', 'speed', 'retro', 'classic'] })
  await mergeTag(operator, 'racing', { seen: 0, into: 'speed' })
  await mergeTag(operator, 'retro', { seen: 0, into: 'classic' })
  expect(await listOfferedTags()).toEqual(['speed', 'classic'])
})

test('merging the tag that means phones leaves games on the list for phones', async () => {
  await createGame({ tags: ['mobile'] })
  await createGame({ tags: ['phone'] })
  await mergeTag(operator, 'mobile', { seen: 0, into: 'phone' })
  expect((await countGames(['category:mobile'])).get('category:mobile')).toBe(1)
})

test('the console lists tags by the number of games, public or not, or by name', async () => {
  await createGames([{ tags: ['kids', 'Fun'] }, { tags: ['fun'], url: null, status: 'hidden' }, { tags: ['old'] }])
  await mergeTag(operator, 'old', { seen: 0, into: 'kids' })
  dropAllCached()
  const list = async (query: Partial<Parameters<typeof listTags>[0]>) =>
    (await listTags({ q: '', sort: 'games', page: 1, ...query })).tags.map(({ tag, games }) => `${tag} ${games}`)
  const queries = vi.spyOn(backgroundDatabase().$client, 'query')
  expect(await list({})).toEqual(['fun 2', 'kids 2'])
  // Counting the tags of a million games takes longer than the time limit of a page query.
  expect(queries).toHaveBeenCalledWith(expect.stringContaining('from game_labels'))
  queries.mockRestore()
  expect(await list({ sort: 'name', q: 'KI' })).toEqual(['kids 2'])
  expect((await listTags({ q: '', sort: 'games', page: 7 })).page).toBe(1)
})

test('the second of two operators is refused, and everything is logged', async () => {
  await createGame({ tags: ['fun', 'kids'] })
  await save('fun', { name: 'fun', description: 'Made to laugh' })
  expect(await save('fun', { name: 'Fun' })).toMatchObject({ outcome: 'decided', who: 'mara_v' })
  expect(await mergeTag(operator, 'fun', { seen: 0, into: 'kids' })).toMatchObject({ outcome: 'decided' })
  await mergeTag(operator, 'kids', { seen: 0, into: 'fun' })
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ act, onKind, onId, why }) => [act, onKind, onId, why])).toEqual([
    ['merged', 'tag', 'kids', 'into fun'],
    ['changed', 'tag', 'fun', 'description'],
  ])
})
