import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { createComment, createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { playerBlocks } from '../db/schema/community.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import { notify } from '../notifications/notify.server.ts'
import { blockPlayer, listBlocked, unblockPlayer } from './blocks.server.ts'
import { MAX_BLOCKS } from './player-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

test('a block is stored once, even with twenty concurrent clicks', async () => {
  const [one, other] = [await createPlayer(), await createPlayer({ username: 'Other_One' })]
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => blockPlayer(one.id, 'other_one')))
  expect(new Set(outcomes)).toEqual(new Set(['done']))
  expect(await database().$count(playerBlocks, eq(playerBlocks.playerId, one.id))).toBe(1)
  expect(await listBlocked(one.id)).toEqual([{ username: 'Other_One', avatar: null }])
  expect(await listBlocked(other.id)).toEqual([])
  expect(await unblockPlayer(one.id, 'OTHER_ONE')).toBe('done')
  expect(await unblockPlayer(one.id, 'OTHER_ONE')).toBe('done')
  expect(await listBlocked(one.id)).toEqual([])
})

test('players cannot block themselves or unknown players', async () => {
  const player = await createPlayer()
  expect(await blockPlayer(player.id, player.username.toUpperCase())).toBe('yourself')
  for (const name of ['nobody_here', '', 'a\0b', 'x'.repeat(5000)]) {
    expect(await blockPlayer(player.id, name)).toBe('no player')
    expect(await unblockPlayer(player.id, name)).toBe('no player')
  }
})

test('the number of blocks is limited, and an existing block is not affected', async () => {
  const [player, more] = [await createPlayer(), await createPlayer()]
  const first = await createPlayer()
  await database().execute(sql`
    with crowd as (
      insert into players (username, email) select 'crowd_' || n, 'crowd_' || n || '@mail.example'
      from generate_series(2, ${MAX_BLOCKS}) n returning id
    )
    insert into player_blocks (player_id, blocked_id)
    select ${player.id}::uuid, id from (select ${first.id}::uuid as id union all select id from crowd) all_of_them`)
  expect(await blockPlayer(player.id, more.username)).toBe('full')
  expect(await blockPlayer(player.id, first.username)).toBe('done')
})

test('a block deletes notifications of the two about each other, and shared ones stay for the others', async () => {
  const [one, other, third] = [await createPlayer(), await createPlayer(), await createPlayer()]
  const [post, liked, theirs] = [
    await createPost({ playerId: one.id }),
    await createPost({ playerId: one.id }),
    await createPost({ playerId: other.id }),
  ]
  const comment = await createComment(other, post)
  await database().transaction(async (tx) => {
    await notify(tx, one.id, { kind: 'comment', postId: post.id, commentId: comment.id, actorId: other.id })
    await notify(tx, one.id, { kind: 'like', postId: post.id, actorId: other.id })
    await notify(tx, one.id, { kind: 'like', postId: liked.id, actorId: third.id })
    await notify(tx, one.id, { kind: 'like', postId: liked.id, actorId: other.id })
    await notify(tx, other.id, { kind: 'like', postId: theirs.id, actorId: one.id })
    await notify(tx, one.id, { kind: 'decision', words: 'stays' })
  })
  await blockPlayer(one.id, other.username)
  const left = await database().select().from(notifications).orderBy(notifications.id)
  expect(left).toMatchObject([
    { kind: 'like', postId: liked.id, times: 1, actorId: null },
    { kind: 'decision', words: 'stays' },
  ])
  await database().transaction((tx) =>
    notify(tx, one.id, { kind: 'comment', postId: post.id, commentId: comment.id, actorId: other.id }),
  )
  expect(await database().$count(notifications, eq(notifications.playerId, one.id))).toBe(2)
})
