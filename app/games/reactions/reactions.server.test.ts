import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { players, sessions } from '../../db/schema/accounts.server.ts'
import { games, gameViews } from '../../db/schema/games.server.ts'
import { gameReactions } from '../../db/schema/game-activity.server.ts'
import { CLIENT_ADDRESS_HEADER } from '../../server/http/client-address.server.ts'
import { signedCookie } from '../../server/sessions/session.server.ts'
import { loadShellPlayer } from '../../shell/load-player.server.ts'
import { countView, writeViews } from '../catalogue/count-views.server.ts'
import { countReactions, removeReaction, removeReactionsOf, setReaction } from './reactions.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-reactions-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const rowsOf = (gameId: number) => database().select().from(gameReactions).where(eq(gameReactions.gameId, gameId))

const createPlayers = (count: number) => Promise.all(Array.from({ length: count }, () => createPlayer()))

/** Counts a visitor's view of a game, in a separate batch. */
function seeGame(gameId: number, visitor: number): Promise<void> {
  const address = `192.0.2.${visitor}`
  countView(new Request('http://localhost/', { headers: { [CLIENT_ADDRESS_HEADER]: address } }), gameId)
  return writeViews()
}

test('a like is counted, a dislike replaces it, and either can be removed', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  expect(await setReaction(player.id, game.id, 'like')).toEqual({ likes: 1, dislikes: 0 })
  expect(await setReaction(player.id, game.id, 'dislike')).toEqual({ likes: 0, dislikes: 1 })
  expect(await setReaction(player.id, game.id, 'like')).toEqual({ likes: 1, dislikes: 0 })
  expect(await rowsOf(game.id)).toMatchObject([{ playerId: player.id, reaction: 'like' }])
  expect(await removeReaction(player.id, game.id)).toEqual({ likes: 0, dislikes: 0 })
  expect(await rowsOf(game.id)).toEqual([])
})

test('repeating a reaction or a removal changes nothing', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await setReaction(player.id, game.id, 'dislike')
  expect(await setReaction(player.id, game.id, 'dislike')).toEqual({ likes: 0, dislikes: 1 })
  await removeReaction(player.id, game.id)
  expect(await removeReaction(player.id, game.id)).toEqual({ likes: 0, dislikes: 0 })
})

test('reactions are separate for each player and game', async () => {
  const [one, other] = await createPlayers(2)
  const [game, another] = await createGames([{}, {}])
  await setReaction(one!.id, game!.id, 'like')
  await setReaction(other!.id, game!.id, 'dislike')
  expect(await removeReaction(other!.id, another!.id)).toEqual({ likes: 0, dislikes: 0 })
  expect(await countReactions(game!.id)).toEqual({ likes: 1, dislikes: 1 })
})

test('an unknown game has no counts and takes no reaction', async () => {
  const player = await createPlayer()
  expect(await countReactions(999)).toBeNull()
  expect(await setReaction(player.id, 999, 'like')).toBeNull()
  expect(await removeReaction(player.id, 999)).toBeNull()
})

test('fifty concurrent likes of one player count once', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await Promise.all(Array.from({ length: 50 }, () => setReaction(player.id, game.id, 'like')))
  expect(await countReactions(game.id)).toEqual({ likes: 1, dislikes: 0 })
  expect(await rowsOf(game.id)).toHaveLength(1)
})

test('concurrent likes, dislikes and removals of one player leave counts that match the rows', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  const acts = [
    () => setReaction(player.id, game.id, 'like'),
    () => setReaction(player.id, game.id, 'dislike'),
    () => removeReaction(player.id, game.id),
  ]
  await Promise.all(Array.from({ length: 60 }, (_, at) => acts[at % 3]!()))
  const rows = await rowsOf(game.id)
  expect(rows.length).toBeLessThanOrEqual(1)
  expect(await countReactions(game.id)).toEqual({
    likes: rows.filter(({ reaction }) => reaction === 'like').length,
    dislikes: rows.filter(({ reaction }) => reaction === 'dislike').length,
  })
})

test('twenty concurrent players and viewers lose no reaction or view', async () => {
  const many = await createPlayers(20)
  const [game, another] = await createGames([{}, {}])
  await Promise.all(
    many.flatMap(({ id }, at) => [
      setReaction(id, game!.id, at % 4 ? 'like' : 'dislike'),
      setReaction(id, another!.id, 'like'),
      seeGame(at % 2 ? game!.id : another!.id, at),
    ]),
  )
  await writeViews()
  expect(await countReactions(game!.id)).toEqual({ likes: 15, dislikes: 5 })
  expect(await countReactions(another!.id)).toEqual({ likes: 20, dislikes: 0 })
  const views = await database().select({ views: gameViews.views }).from(gameViews)
  expect(views.map((row) => row.views)).toEqual([10, 10])
})

test('a game page includes the reaction of the signed-in player', async () => {
  const [player, game] = [await createPlayer(), await createGame({ slug: 'moto' })]
  const { token } = await signIn(player)
  const headers = { cookie: signedCookie(token) }
  const reactedAt = async (path: string) =>
    (await loadShellPlayer(new Request(`http://localhost/games/${path}`, { headers }))).reacted
  expect(await reactedAt('moto')).toEqual({ likes: 0, dislikes: 0, reaction: null })
  await setReaction(player.id, game.id, 'dislike')
  await setReaction((await createPlayer()).id, game.id, 'like')
  expect(await reactedAt('moto')).toEqual({ likes: 1, dislikes: 1, reaction: 'dislike' })
  expect(await reactedAt('moto.data')).toMatchObject({ reaction: 'dislike' })
  expect(await reactedAt('none')).toBeNull()
  await database().update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.token, token))
  expect(await reactedAt('moto')).toBeNull()
})

const deletePlayer = (id: string) =>
  database().transaction(async (tx) => {
    await removeReactionsOf(tx, id)
    await tx.delete(players).where(eq(players.id, id))
  })

test('deleting a player subtracts only their reactions from the counts', async () => {
  const [leaver, other] = await createPlayers(2)
  const [game, another] = await createGames([{}, {}])
  await setReaction(leaver!.id, game!.id, 'like')
  await setReaction(leaver!.id, another!.id, 'dislike')
  await setReaction(other!.id, game!.id, 'like')
  await deletePlayer(leaver!.id)
  expect(await countReactions(game!.id)).toEqual({ likes: 1, dislikes: 0 })
  expect(await countReactions(another!.id)).toEqual({ likes: 0, dislikes: 0 })
})

test('deleting players during concurrent reactions and views leaves counts that match the rows', async () => {
  const leavers = await createPlayers(6)
  const stayers = await createPlayers(6)
  const catalogue = await createGames(Array.from({ length: 5 }, () => ({ categories: ['Car'] })))
  for (const { id } of leavers) for (const game of catalogue) await setReaction(id, game.id, 'like')
  await Promise.all([
    ...leavers.flatMap(({ id }) => [
      // The database refuses a late reaction, since the player has been deleted.
      ...catalogue.map((game) => setReaction(id, game.id, 'dislike').catch(refusedByForeignKey)),
      deletePlayer(id),
    ]),
    ...stayers.flatMap(({ id }, at) => catalogue.map((game) => setReaction(id, game.id, at % 2 ? 'like' : 'dislike'))),
    ...catalogue.map((game, at) => seeGame(game.id, at)),
  ])
  for (const { id } of catalogue) {
    expect(await countReactions(id)).toEqual({ likes: 3, dislikes: 3 })
    expect(await rowsOf(id)).toHaveLength(6)
  }
})

/** Waits until the work is blocked by a lock or has ended, and returns which. */
async function waitsOrEnds(work: Promise<unknown>): Promise<'waits' | 'ended'> {
  let ended = false
  const end = () => (ended = true)
  work.then(end, end)
  const waiting = async () => {
    const { rows } = await database().execute(
      sql`select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
    )
    return rows.length > 0
  }
  await expect.poll(async () => ended || (await waiting()), { interval: 10 }).toBe(true)
  return ended ? 'ended' : 'waits'
}

test('a reaction waits while its player is being deleted, and is then refused', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  let late: Promise<unknown> = Promise.resolve()
  await database().transaction(async (tx) => {
    await removeReactionsOf(tx, player.id)
    late = setReaction(player.id, game.id, 'like').catch(refusedByForeignKey)
    expect(await waitsOrEnds(late)).toBe('waits')
    await tx.delete(players).where(eq(players.id, player.id))
  })
  expect(await late).toBeNull()
  expect(await countReactions(game.id)).toEqual({ likes: 0, dislikes: 0 })
})

test('a batch of views waits while a player’s reactions are removed', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  let batch = Promise.resolve()
  await database().transaction(async (tx) => {
    await removeReactionsOf(tx, player.id)
    batch = seeGame(game.id, 1)
    expect(await waitsOrEnds(batch)).toBe('waits')
  })
  await batch
  const [row] = await database().select().from(gameViews).where(eq(gameViews.gameId, game.id))
  expect(row?.views).toBe(1)
})

function refusedByForeignKey(error: unknown): null {
  expect(error).toMatchObject({ code: '23503' })
  return null
}

test('deleting a game deletes its reactions', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await setReaction(player.id, game.id, 'like')
  await database().delete(games).where(eq(games.id, game.id))
  expect(await database().select().from(gameReactions)).toEqual([])
})
