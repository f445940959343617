import { globSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, getTableName, sql } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlogPost } from '../../testing/fixtures/blog-posts.ts'
import { createAnyRow, tablesOfPlayers } from '../../testing/fixtures/any-row.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { occupyConnections } from '../../testing/fixtures/occupied-connections.ts'
import { createPlayer, type PlayerRow, signIn } from '../../testing/fixtures/players.ts'
import { NEW_DRAFT } from '../blog/blog-rules.ts'
import { database } from '../db/connection.server.ts'
import { credentials } from '../db/schema/accounts.server.ts'
import { blogDrafts } from '../db/schema/blog.server.ts'
import { creditAwards, creditBalances, playDays, playSessions, signInDays } from '../db/schema/credits.server.ts'
import { gameViews } from '../db/schema/games.server.ts'
import { recentGames } from '../db/schema/game-activity.server.ts'
import { wishlistEntries } from '../db/schema/wishlist.server.ts'
import { setReaction } from '../games/reactions/reactions.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { DEPARTURES } from '../departures.server.ts'
import { deletingFiles } from '../server/files/delete-files.server.ts'
import { runClosers } from '../server/http/shutdown.server.ts'
import { type Job, workOn } from '../server/jobs/jobs.server.ts'
import { deleteAccount, registerDepartures } from '../accounts/account/delete-account.server.ts'
import { createMailToken } from '../accounts/sign-in/mail-tokens.server.ts'
import { logAct } from '../accounts/operators/audit-log.server.ts'
import type { Entry } from './entry.server.ts'
import { collectPlayerData, PLAYER_DATA } from './player-data.server.ts'
import { messages } from '../db/schema/messages.server.ts'

const SECRET = 'secret-of-the-player'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-leaving-'))

registerDepartures(DEPARTURES)

beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: folder })
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** Creates a player with data in every table. */
async function createRegular(gameId: number, reaction: 'like' | 'dislike'): Promise<PlayerRow> {
  const player = await createPlayer({ fullName: 'Regular', avatar: null })
  const playerId = player.id
  const tokens = { accessToken: SECRET, refreshToken: SECRET, idToken: SECRET, password: `$argon2id$${SECRET}` }
  await database()
    .insert(credentials)
    .values({ playerId, providerId: 'credential', accountId: playerId, ...tokens })
  await signIn(player)
  await database().insert(wishlistEntries).values({ playerId, gameId })
  await setReaction(playerId, gameId, reaction)
  await database().insert(recentGames).values({ playerId, gameId, playedAt: new Date() })
  await database()
    .insert(creditAwards)
    .values({ playerId, activityType: 'login', credits: 10, key: 'login:2026-11-21' })
  await database().insert(creditBalances).values({ playerId, total: 10 })
  await database().insert(signInDays).values({ playerId, day: '2026-11-21' })
  await database().insert(playSessions).values({ playerId, gameId })
  await database().insert(playDays).values({ playerId, day: '2026-11-21', seconds: 90 })
  const message = { kind: 'contact' as const, category: 'general', content: 'Where are my lamps?', dueAt: new Date() }
  await database()
    .insert(messages)
    .values({ playerId, ...message })
  const fields = { ...NEW_DRAFT, title: 'Doors' }
  await database()
    .insert(blogDrafts)
    .values({ postId: (await createBlogPost()).id, revision: 1, savedBy: playerId, fields })
  await createMailToken('reset', playerId)
  await database().transaction((tx) =>
    logAct(tx, { by: player, act: 'operator added', on: { kind: 'player', id: playerId }, why: 'helps out' }),
  )
  const counts = await rowsOf(playerId)
  for (const table of await tablesOfPlayers()) if (!counts[getTableName(table)]) await createAnyRow(table, playerId)
  return player
}

type Column = { table: string; column: string }

/** Returns every foreign key column that references a player. */
async function columnsOfPlayers(): Promise<Column[]> {
  const { rows } = await database().execute<Column>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'players'::regclass order by 1, 2`)
  return rows
}

async function rowsOf(playerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of await columnsOfPlayers()) {
    const { rows } = await database().execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(table)} where ${sql.raw(column)} = ${playerId}`,
    )
    counts[table] = rows[0]?.n ?? 0
  }
  const { rows } = await database().execute<{ n: number }>(
    sql`select count(*)::int as n from verifications where value like ${`%${playerId}%`}`,
  )
  return { ...counts, verifications: rows[0]?.n ?? 0 }
}

function filesOf(playerId: string): string[] {
  return globSync(path.join(folder, 'files/*', playerId, '*')).map((file) => path.basename(file))
}

async function votesOf(gameId: number): Promise<[number?, number?]> {
  const [row] = await database().select().from(gameViews).where(eq(gameViews.gameId, gameId))
  return [row?.likes, row?.dislikes]
}

test('deleting an account deletes all its data and nothing of other players', async () => {
  const { id: gameId } = await createGame()
  const [player, other] = [await createRegular(gameId, 'like'), await createRegular(gameId, 'dislike')]
  const key = `profile_pictures/${player.id}/face.webp`
  const shared = `post_pictures/${player.id}/shot.webp`
  const otherFile = `profile_pictures/${other.id}/face.webp`
  for (const one of [key, shared, otherFile]) await storage().put(one, Buffer.from('a'), 'image/webp')
  const before = await rowsOf(other.id)
  expect(Object.values(await rowsOf(player.id)), 'every table has a row').not.toContain(0)
  expect(await votesOf(gameId)).toEqual([1, 1])

  await deleteAccount(player.id)
  expect(new Set(Object.values(await rowsOf(player.id)))).toEqual(new Set([0]))
  expect(await rowsOf(other.id)).toEqual(before)
  expect(await votesOf(gameId)).toEqual([0, 1])
  // A job deletes the files. The job exists even if the process is killed now.
  expect(filesOf(player.id)).toEqual(['face.webp', 'shot.webp'])
  await workOn([deletingFiles as Job])
  await expect.poll(() => filesOf(player.id)).toEqual([])
  expect(filesOf(other.id)).toEqual(['face.webp'])
  // The username and the email address are available again.
  await createPlayer({ username: player.username, email: player.email })
})

test('an account is deleted without the connections and the time limit of pages', async () => {
  const { id: gameId } = await createGame()
  const player = await createRegular(gameId, 'like')
  const { release } = await occupyConnections()
  await deleteAccount(player.id)
  await release()
  expect(new Set(Object.values(await rowsOf(player.id)))).toEqual(new Set([0]))
})

test('deleting twice, even concurrently, has the same result as once', async () => {
  const { id: gameId } = await createGame()
  const player = await createRegular(gameId, 'like')
  await Promise.all([deleteAccount(player.id), deleteAccount(player.id)])
  expect(await votesOf(gameId)).toEqual([0, 0])
})

test('a failed deletion deletes nothing', async () => {
  const { id: gameId } = await createGame()
  const player = await createRegular(gameId, 'like')
  await storage().put(`profile_pictures/${player.id}/face.webp`, Buffer.from('a'), 'image/webp')
  const before = await rowsOf(player.id)
  registerDepartures([() => Promise.reject(new Error('no'))])
  await expect(deleteAccount(player.id)).rejects.toThrow('no')
  registerDepartures(DEPARTURES)
  expect(await rowsOf(player.id)).toEqual(before)
  expect(await votesOf(gameId)).toEqual([1, 0])
  expect(filesOf(player.id)).toEqual(['face.webp'])
  const { rows } = await database().execute(
    sql`select from jobs.job where name = 'forget-files' and data->>'playerId' = ${player.id}`,
  )
  expect(rows).toEqual([])
})

test('the download has all data of a player, no secrets and nothing of others', async () => {
  const { id: gameId, title } = await createGame()
  const [player, other] = [await createRegular(gameId, 'like'), await createRegular(gameId, 'dislike')]
  const document = await collectPlayerData(player.id)
  expect(document).toMatchObject({
    profile: { id: player.id, username: player.username, fullName: 'Regular', email: player.email, role: 'player' },
    signInMethods: [{ method: 'password' }],
    sessions: [{ browser: null }],
    wishlist: [{ title }],
    reactions: [{ title, reaction: 'like' }],
    recentlyPlayed: [{ title }],
    playing: [{ title }],
    credits: { total: 10 },
    creditHistory: [{ activity: 'login', credits: 10 }],
    signInDays: [{ day: '2026-11-21', isStreakFreeze: false }],
    playDays: [{ day: '2026-11-21', seconds: 90 }],
    messages: [{ kind: 'contact', content: 'Where are my lamps?', answers: [] }],
    operatorActs: [{ act: 'operator added', onKind: 'player', why: 'helps out' }],
    blogDrafts: [{ fields: { title: 'Doors' } }],
    actsOnAccount: [{ act: 'operator added', why: 'helps out' }],
  })
  const text = JSON.stringify(document)
  for (const word of [SECRET, 'argon2', 'token', other.id, other.email]) expect(text).not.toContain(word)
})

test('a new player’s download has empty lists', async () => {
  const { id } = await createPlayer()
  const document = await collectPlayerData(id)
  expect(document).toMatchObject({ wishlist: [], creditHistory: [], credits: { total: 0 } })
})

test('every table with data of players is part of the download', async () => {
  const reading = Object.values<Entry<PgTable>>(PLAYER_DATA).flatMap(({ download }) => Object.values(download))
  const queries = reading.map((section) => ('single' in section ? section.single : section)(''))
  const texts = queries.map((query) => new PgDialect().sqlToQuery(query).sql)
  for (const { table } of await columnsOfPlayers()) {
    const reads = new RegExp(`\\bfrom ${table}\\b`)
    expect(
      texts.some((text) => reads.test(text)),
      `Players cannot download ${table}: add it to the download of its entry in app/data-inventory/`,
    ).toBe(true)
  }
})
