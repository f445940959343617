import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { createComment, createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { comments, reports } from '../db/schema/community.server.ts'
import { listRemoved, listSuspended } from './decided.server.ts'
import { approve, remove } from './decide.server.ts'
import { suspend } from './suspend.server.ts'
import { readModeratedItems } from './moderated-items.server.ts'
import { listWaiting, MAX_COUNT_SHOWN, WAITING_COUNT, WAITING_ON_PAGE } from './waiting.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(() => database().execute(sql`truncate players, operator_acts cascade`))
afterAll(() => testDatabase.drop())

async function countWaiting(): Promise<number> {
  const [row] = await prepared<{ n: number }>('test-waiting', `select ${WAITING_COUNT} as n`)
  return row?.n ?? -1
}

const names = async (after: string | null = null) =>
  (await listWaiting(after)).subjects.map(({ kind, id }) => `${kind} ${id}`)

test('without held or reported items the queue is empty', async () => {
  await createPost()
  expect([await names(), await countWaiting()]).toEqual([[], 0])
})

test('held and reported items are queued once, longest waiting first', async () => {
  const [author, reporter, second] = [
    await createPlayer({ fullName: 'Tiller King' }),
    await createPlayer(),
    await createPlayer(),
  ]
  const game = await createGame()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const held = await createPost({
    state: 'held',
    stateWhy: 'first',
    createdAt: minutesAgo(5),
    mediaUrl: '/files/x.webp',
    tags: ['racing', 'retro'],
    redirectUrl: 'https://example.com/',
    redirectTitle: 'A map',
    gameId: game.id,
  })
  const shown = await createPost({ playerId: author.id, title: 'Lamps', content: 'Buy <b>lamps</b> here' })
  const [comment] = await database()
    .insert(comments)
    .values({
      postId: shown.id,
      playerId: author.id,
      content: 'darn',
      state: 'held',
      stateWhy: 'word',
      createdAt: minutesAgo(1),
    })
    .returning()
  const removed = await createPost({ state: 'removed' })
  const removedComment = await createComment(second, shown, { state: 'removed' })
  const about = { aboutId: author.id, kind: 'post', onId: String(shown.id) } as const
  await database().insert(reports).values([
    { ...about, playerId: reporter.id, reason: 'spam', createdAt: minutesAgo(9) },
    { ...about, playerId: second.id, reason: 'other', words: 'It sells lamps', createdAt: minutesAgo(2) },
    { ...about, playerId: reporter.id, kind: 'player', onId: author.id, reason: 'abuse', createdAt: minutesAgo(3) },
    { ...about, playerId: author.id, kind: 'comment', onId: String(comment!.id), reason: 'spam' },
    // These items were deleted or removed after the report.
    { ...about, playerId: second.id, onId: '999999', reason: 'spam' },
    { ...about, playerId: second.id, onId: String(removed.id), reason: 'spam' },
    { ...about, playerId: second.id, kind: 'comment', onId: String(removedComment.id), reason: 'spam' },
    { ...about, playerId: second.id, kind: 'picture', onId: `/files/profile_pictures/${author.id}/old.webp`, reason: 'unsafe' },
  ]) // prettier-ignore
  expect(await names()).toEqual([
    `post ${shown.id}`,
    `post ${held.id}`,
    `player ${author.id}`,
    `comment ${comment!.id}`,
  ])
  expect(await countWaiting()).toBe(4)
  const [first, pending, profile, last] = await readModeratedItems((await listWaiting(null)).subjects)
  expect(first).toMatchObject({
    title: 'Lamps',
    content: 'Buy <b>lamps</b> here',
    state: 'shown',
    postId: shown.id,
    owner: { username: author.username, posts: 1, comments: 1, removals: 0, suspendedUntil: null, isOperator: false },
    reasons: [{ reason: 'other', count: 1 }, { reason: 'spam', count: 1 }],
    words: ['It sells lamps'],
    seen: 0,
  }) // prettier-ignore
  expect(JSON.stringify(first)).not.toContain(author.email)
  expect(pending).toMatchObject({
    picture: '/files/x.webp',
    tags: ['racing', 'retro'],
    redirectUrl: 'https://example.com/',
    redirectTitle: 'A map',
    gameTitle: game.title,
  })
  expect(profile).toMatchObject({
    subject: { kind: 'player' },
    owner: { fullName: 'Tiller King' },
    state: null,
    postId: null,
    reasons: [{ reason: 'abuse' }],
  })
  expect(last).toMatchObject({ content: 'darn', stateWhy: 'word', postId: shown.id })
})

test('the queue is paged without repeats or gaps when items are decided', async () => {
  const { id } = await createPlayer()
  const operator = { ...(await createPlayer({ role: 'operator' })), sessionId: '' }
  const all: string[] = []
  for (let at = 0; at < 2 * WAITING_ON_PAGE + 1; at++)
    all.push(`post ${(await createPost({ playerId: id, state: 'held', createdAt: new Date('2026-11-01') })).id}`)
  const first = await listWaiting(null)
  const [decided] = await readModeratedItems([first.subjects[3]!])
  expect(await approve({ ...decided!, operator })).toEqual({ outcome: 'done' })
  const second = await listWaiting(first.next)
  const third = await listWaiting(second.next)
  expect(
    [...first.subjects, ...second.subjects, ...third.subjects].map((one) => `${one.kind} ${one.id}`).toSorted(),
  ).toEqual(all.toSorted())
  expect(third.next).toBeNull()
  for (const nonsense of ['', 'x', '1.post', "1.post.'", '99999999999999999999.post.1', '1.planet.1'])
    expect((await listWaiting(nonsense)).subjects).toHaveLength(WAITING_ON_PAGE)
})

test('more than a hundred waiting items are counted as a hundred', async () => {
  const { id } = await createPlayer()
  await database().execute(sql`
    insert into posts (player_id, content, type, state) select ${id}, 'Held', 'discussion', 'held' from generate_series(1, ${MAX_COUNT_SHOWN + 5})`)
  expect(await countWaiting()).toBe(MAX_COUNT_SHOWN)
})

test('removed items and suspended players are listed once, latest first, while the decision is in force', async () => {
  const operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
  const [first, second] = [await createPost(), await createPost()]
  for (const { id } of [first, second])
    await remove({ operator, subject: { kind: 'post', id: String(id) }, seen: 0 }, 'Spam')
  const until = new Date(Date.now() + 86_400_000)
  await suspend({ operator, playerId: first.playerId, seen: 0 }, { until, why: 'Spam again' })
  const { removed, older } = await listRemoved(null)
  expect(removed.map(({ subject, stateWhy, decision }) => [subject.id, stateWhy, decision.who])).toEqual([
    [String(second.id), 'Spam', 'mara_v'],
    [String(first.id), 'Spam', 'mara_v'],
  ])
  expect(older).toBeNull()
  expect((await listRemoved(removed[0]!.decision.actId)).removed.map(({ subject }) => subject.id)).toEqual([
    String(first.id),
  ])
  const { suspended } = await listSuspended(null)
  expect(suspended).toMatchObject([{ owner: { suspendedWhy: 'Spam again', removals: 1 }, decision: { who: 'mara_v' } }])
  await database().execute(sql`update players set suspended_until = now() where id = ${first.playerId}`)
  expect((await listSuspended(null)).suspended).toEqual([])
})
