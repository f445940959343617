import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { createPlayer, type PlayerRow, signIn } from '../../testing/fixtures/players.ts'
import { createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { creditBalances, gamePlayTimes } from '../db/schema/credits.server.ts'
import { wishlistEntries } from '../db/schema/wishlist.server.ts'
import { blockPlayer } from './blocks.server.ts'
import { listPostsOf } from './posts-of-player.server.ts'
import { listMostPlayed } from './most-played.server.ts'
import { findProfile, type FoundProfile } from './profile.server.ts'
import { countWishesOf, listWishesOf } from './wishes-of-player.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

async function profileFor(viewer: PlayerRow | null, { username }: { username: string }): Promise<FoundProfile> {
  const token = viewer && (await signIn(viewer)).token
  return (await findProfile(username, token))!
}

test('a profile counts shown posts only, and contains neither email address nor id', async () => {
  const player = await createPlayer({ username: 'Mara_V', fullName: 'Mara Voss' })
  await createPost({ playerId: player.id, likes: 3, comments: 2 })
  await createPost({ playerId: player.id, likes: 4, comments: 5 })
  await createPost({ playerId: player.id, likes: 100, comments: 100, state: 'held' })
  await createPost({ likes: 50 })
  await database().insert(creditBalances).values({ playerId: player.id, total: 240 })
  const found = await findProfile('mara_v', null)
  expect(found!.profile).toEqual({
    username: 'Mara_V',
    fullName: 'Mara Voss',
    avatar: null,
    frame: null,
    background: null,
    joinedAt: player.createdAt.toISOString(),
    posts: 2,
    likes: 7,
    comments: 7,
    credits: 240,
    showsWishlist: true,
    showsMostPlayed: false,
    viewer: 'visitor',
    isBlocked: false,
  })
})

test('unknown and impossible usernames are not found', async () => {
  for (const name of ['nobody', '', 'x'.repeat(10_000), 'a\0b', '%', "' or 1=1 --", 'zoë'])
    expect(await findProfile(name, null)).toBeNull()
})

test('an invalid session counts as a visitor', async () => {
  const player = await createPlayer()
  expect((await findProfile(player.username, 'no such token'))!.profile.viewer).toBe('visitor')
})

test('others see shown posts, newest first in pages, and their author sees all', async () => {
  const player = await createPlayer()
  const ids: number[] = []
  for (const state of ['shown', 'held', 'shown', 'removed', 'shown'] as const)
    ids.push((await createPost({ playerId: player.id, state })).id)
  const visitor = await profileFor(null, player)
  const first = await listPostsOf(visitor, 2)
  expect(first.posts.map(({ id }) => id)).toEqual([ids[4], ids[2]])
  const second = await listPostsOf(visitor, 2, first.after!)
  expect([second.posts.map(({ id }) => id), second.after]).toEqual([[ids[0]], null])
  const own = await listPostsOf(await profileFor(player, player), 10)
  expect(own.posts.map(({ state }) => state)).toEqual(['shown', 'removed', 'shown', 'held', 'shown'])
  expect(await listPostsOf(await profileFor(await createPlayer(), player), 10)).toMatchObject({ posts: [{}, {}, {}] })
})

test('a block hides the posts of both from each other, and only the blocker’s profile view shows it', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  for (const player of [one, other]) await createPost({ playerId: player.id })
  await blockPlayer(one.id, other.username)
  const [byOne, byOther] = [await profileFor(one, other), await profileFor(other, one)]
  expect([byOne.profile.isBlocked, byOther.profile.isBlocked]).toEqual([true, false])
  expect(Object.keys(byOther.profile)).not.toContain('hasBlockedViewer')
  for (const found of [byOne, byOther]) expect(await listPostsOf(found, 10)).toEqual({ posts: [], after: null })
  expect((await listPostsOf(await profileFor(null, one), 10)).posts).toHaveLength(1)
})

test('a hidden wishlist is visible to its owner only, and unlisted games are omitted', async () => {
  const player = await createPlayer({ showsWishlist: false })
  const [game, other, lost] = [await createGame(), await createGame(), await createGame({ url: null })]
  for (const { id } of [game, lost, other])
    await database().insert(wishlistEntries).values({ playerId: player.id, gameId: id })
  const [visitor, self] = [await profileFor(null, player), await profileFor(player, player)]
  expect([await listWishesOf(visitor, 6), await countWishesOf(visitor)]).toEqual([[], 0])
  expect([(await listWishesOf(self, 6)).map(({ id }) => id), await countWishesOf(self)]).toEqual([
    [other.id, game.id],
    2,
  ])
  expect((await listWishesOf(self, 1, 2)).map(({ id }) => id)).toEqual([game.id])
  await database().execute(sql`update players set shows_wishlist = true where id = ${player.id}`)
  expect(await listWishesOf(await profileFor(null, player), 6)).toHaveLength(2)
})

test('the most played games are private until the player shows them, longest first', async () => {
  const player = await createPlayer()
  const [long, short, longest, lost] = [
    await createGame(),
    await createGame(),
    await createGame(),
    await createGame({ url: null }),
  ]
  const times = [[long, 600], [short, 59], [longest, 3600], [lost, 9999]] as const // prettier-ignore
  await database().insert(gamePlayTimes).values(times.map(([{ id }, seconds]) => ({ playerId: player.id, gameId: id, seconds }))) // prettier-ignore
  const seen = async (viewer: PlayerRow | null, most = 6) =>
    (await listMostPlayed(await profileFor(viewer, player), most)).map(({ id }) => id)
  expect(await seen(null)).toEqual([])
  expect(await seen(player)).toEqual([longest.id, long.id])
  await database().execute(sql`update players set shows_most_played = true where id = ${player.id}`)
  expect(await seen(null)).toEqual([longest.id, long.id])
  expect(await seen(null, 1)).toEqual([longest.id])
  const blocker = await createPlayer()
  await blockPlayer(blocker.id, player.username)
  expect(await seen(blocker)).toEqual([])
})
