import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGames, emptyCatalogue, type GameOverrides } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { feedGames, type FeedRule, feeds } from '../../../db/schema/feeds.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { findGameBySlug } from '../../catalogue/find-game.server.ts'
import { listOpenActions } from '../../management/bulk/find-bulk-action.server.ts'
import { undoBulkAction } from '../../management/bulk/start-bulk-action.server.ts'
import { findManagedGame } from '../../management/managed-game.server.ts'
import { saveGame } from '../../management/save-game.server.ts'
import { editedFieldsOf, versionsIn, versionsText } from '../../management/edit/field-versions.server.ts'
import { applyRuleTo } from './apply-rule.server.ts'
import { listRuleMatches, MATCHES_ON_PAGE } from './rule-matches.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate bulk_actions, operator_acts, feeds restart identity cascade`)
})
afterAll(() => testDatabase.drop())

/** Adds a feed that lists these games. */
async function feedOf(games: GameOverrides[], rules: FeedRule[] = [], usesDefaultRules = true) {
  const rows = await createGames(games)
  const values = { name: 'Test', provider: 'gamemonetize', rules, usesDefaultRules }
  const [feed] = await database().insert(feeds).values(values).returning()
  if (rows.length)
    await database()
      .insert(feedGames)
      .values(rows.map(({ id }) => ({ feedId: feed!.id, gameId: id })))
  return { feed: feed!, games: rows }
}

const FIRST = { rule: null, after: 0 }

test('the review lists the games of the feed that a rule would change, and what it would change', async () => {
  const { feed, games } = await feedOf([
    { title: 'Grand Casino' },
    { title: 'Lantern Walk' },
    { title: 'Old Casino', status: 'hidden', url: null, heldUrl: 'https://html5.gamemonetize.com/a/' },
    { title: 'Gone Casino', status: 'deleted', url: null, heldUrl: 'https://html5.gamemonetize.com/b/' },
    {
      title: 'Rated Casino',
      ageRating: '18',
      status: 'pending',
      statusReason: 'Rule: Gambling',
      url: null,
      heldUrl: 'https://html5.gamemonetize.com/c/',
    },
    { title: 'Speedy Bartender' },
  ])
  await createGames([{ title: 'Casino of another feed' }])
  const found = await listRuleMatches(feed, FIRST)
  expect(found).toMatchObject({ rule: 'Gambling', checked: 5, isComplete: true, next: null })
  expect(found.games.map(({ title, change }) => ({ title, change }))).toEqual([
    { title: 'Grand Casino', change: { status: 'pending', ageRating: '18' } },
    { title: 'Old Casino', change: { ageRating: '18' } },
  ])
  expect(found.rules.map(({ name, found }) => [name, found])).toEqual([
    ['Gambling', 2],
    ['Alcohol', 1],
    ['Adult content', 0],
  ])
  const alcohol = await listRuleMatches(feed, { rule: 'Alcohol', after: 0 })
  expect(alcohol.games.map(({ id }) => id)).toEqual([games[5]!.id])
  expect((await listRuleMatches({ ...feed, usesDefaultRules: false }, FIRST)).rule).toBeNull()
})

test('a rule that a later one overrides lists no game for that', async () => {
  const rules: FeedRule[] = [
    { name: 'Show bingo', when: { words: ['bingo'] }, set: { status: 'published' } },
    { name: 'File bingo', when: { words: ['bingo'] }, set: { category: 'Card' } },
  ]
  const { feed } = await feedOf([{ title: 'Casino Bingo', ageRating: '18' }], rules)
  const found = await listRuleMatches(feed, FIRST)
  expect(found.rules.map(({ name, found }) => [name, found])).toEqual([
    ['Gambling', 0],
    ['Alcohol', 0],
    ['Adult content', 0],
    ['Show bingo', 0],
    ['File bingo', 1],
  ])
  expect(found.rule).toBe('File bingo')
})

test('applying a rule changes only the chosen games that it still changes, logs it, and can be undone', async () => {
  const rules: FeedRule[] = [
    { name: 'Slots', when: { words: ['slots'] }, set: { status: 'hidden', category: 'Card', ageRating: '18' } },
  ]
  const { feed, games } = await feedOf(
    [
      { title: 'Slots One', categories: ['Casual', 'Puzzle'], ageRating: '12' },
      { title: 'Slots Two', categories: ['Card'] },
      { title: 'Slots Three' },
      { title: 'Lantern Walk' },
    ],
    rules,
    false,
  )
  const [one, two, three, walk] = games.map(({ id }) => id) as [number, number, number, number]
  const before = await Promise.all([one, two].map(async (id) => findManagedGame(id)))
  const applied = await applyRuleTo(operator, feed, 'Slots', [one, two, walk, 2_000_000_000])
  expect(applied).toEqual({ outcome: 'done', games: 2 })
  expect(await findManagedGame(one)).toMatchObject({
    status: 'hidden',
    status_reason: 'Rule: Slots',
    categories: ['Card'],
    age_rating: '18',
    overrides: { categories: ['Casual', 'Puzzle'] },
  })
  expect(await findManagedGame(two)).toMatchObject({ status: 'hidden', categories: ['Card'], overrides: {} })
  expect(await findGameBySlug(games[0]!.slug), 'it is in no list').toBeNull()
  for (const id of [three, walk]) expect((await findManagedGame(id))!.status).toBe('published')
  expect((await listRuleMatches(feed, FIRST)).games.map(({ id }) => id)).toEqual([three])

  const { entries } = await listAuditLog(null)
  expect(entries).toMatchObject([
    { act: 'rule applied', onKind: 'games', why: '1 game: Slots Two. Rule: Slots' },
    { act: 'rule applied', onKind: 'games', why: '1 game: Slots One. Rule: Slots' },
  ])
  const open = await listOpenActions(operator.id)
  expect(open).toMatchObject([{ action: 'apply-rule' }, { action: 'apply-rule' }])
  for (const { id } of open) expect(await undoBulkAction(operator, id)).toEqual({ outcome: 'done' })
  for (const [at, id] of [one, two].entries()) {
    const { updated_at: _now, status_at: at_, ...restored } = (await findManagedGame(id))!
    const { updated_at: _then, status_at, ...original } = before[at]!
    expect(restored).toEqual(original)
    expect(at_).toEqual(status_at)
  }
  expect(await findGameBySlug(games[0]!.slug)).not.toBeNull()
})

test('the undo leaves a game alone that an operator has changed since', async () => {
  const { feed, games } = await feedOf([{ title: 'Grand Casino' }, { title: 'Small Casino' }])
  const [one, two] = games.map(({ id }) => id) as [number, number]
  await applyRuleTo(operator, feed, 'Gambling', [one, two])
  const game = (await findManagedGame(one))!
  const edit = { fields: { ...editedFieldsOf(game), title: 'Mine' }, base: versionsIn(versionsText(game))! }
  await saveGame({ operator, id: one }, { ...edit, seen: game.seen })
  const [action] = await listOpenActions(operator.id)
  await undoBulkAction(operator, action!.id)
  expect(await findManagedGame(one)).toMatchObject({ title: 'Mine', status: 'pending', age_rating: '18' })
  expect(await findManagedGame(two)).toMatchObject({ status: 'published', age_rating: null })
})

test('categories that an operator has chosen are neither listed nor changed', async () => {
  const rules: FeedRule[] = [{ name: 'File', when: { words: ['lantern'] }, set: { category: 'Card' } }]
  const { feed, games } = await feedOf([{ title: 'Lantern Walk' }], rules, false)
  const game = (await findManagedGame(games[0]!.id))!
  const edit = { fields: { ...editedFieldsOf(game), categories: ['Puzzle'] }, base: versionsIn(versionsText(game))! }
  await saveGame({ operator, id: game.id }, { ...edit, seen: game.seen })
  expect((await listRuleMatches(feed, FIRST)).games).toEqual([])
  expect(await applyRuleTo(operator, feed, 'File', [game.id])).toEqual({ outcome: 'changed' })
})

test('a long list has pages, and a page whose time is up says where the next one begins', async () => {
  const count = MATCHES_ON_PAGE + 30
  const { feed, games } = await feedOf(Array.from({ length: count }, (_, at) => ({ title: `Casino ${at}` })))
  const first = await listRuleMatches(feed, FIRST)
  expect(first.games).toHaveLength(MATCHES_ON_PAGE)
  expect(first).toMatchObject({ isComplete: true, next: games[MATCHES_ON_PAGE - 1]!.id })
  const second = await listRuleMatches(feed, { rule: 'Gambling', after: first.next! })
  expect(second.games.map(({ id }) => id)).toEqual(games.slice(MATCHES_ON_PAGE).map(({ id }) => id))
  expect(second.next).toBeNull()

  const more = await createGames(Array.from({ length: 1000 }, (_, at) => ({ title: `Lantern ${at}` })))
  await database()
    .insert(feedGames)
    .values(more.map(({ id }) => ({ feedId: feed.id, gameId: id })))
  const hurried = await listRuleMatches(feed, { rule: 'Alcohol', after: 0, budgetMs: 0 })
  expect(hurried).toMatchObject({ checked: 1000, isComplete: false, games: [] })
  const rest = await listRuleMatches(feed, { rule: 'Alcohol', after: hurried.next!, budgetMs: 0 })
  expect(rest).toMatchObject({ checked: count, isComplete: true, next: null })
})

test('a game that waits for review anyway gets the reason of a rule, which an undo removes', async () => {
  const { feed, games } = await feedOf([
    {
      title: 'Grand Casino',
      status: 'pending',
      ageRating: '18',
      url: null,
      heldUrl: 'https://html5.gamemonetize.com/a/',
    },
  ])
  const { id } = games[0]!
  expect(await applyRuleTo(operator, feed, 'Gambling', [id])).toEqual({ outcome: 'done', games: 1 })
  expect(await findManagedGame(id)).toMatchObject({ status: 'pending', status_reason: 'Rule: Gambling' })
  expect(await applyRuleTo(operator, feed, 'Gambling', [id])).toEqual({ outcome: 'changed' })
  const [action] = await listOpenActions(operator.id)
  expect(await undoBulkAction(operator, action!.id)).toEqual({ outcome: 'done' })
  expect(await findManagedGame(id)).toMatchObject({ status: 'pending', status_reason: '' })
})
