import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { createPlayer, type PlayerRow } from '../../testing/fixtures/players.ts'
import { countsOf, createComment, createPost } from '../../testing/fixtures/posts.ts'
import { listAuditLog } from '../accounts/operators/audit-log.server.ts'
import { addComment } from '../community/comments/add-comment.server.ts'
import { changeComment } from '../community/comments/change-comment.server.ts'
import { changePost } from '../community/posts/change-post.server.ts'
import { deletePost } from '../community/posts/delete-post.server.ts'
import { commentKey, postKey } from '../credits/credit-rules.ts'
import { awardCredits } from '../credits/ledger.server.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { comments, postCounts, posts, reports } from '../db/schema/community.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import { creditBalances } from '../db/schema/credits.server.ts'
import { deletingFiles } from '../server/files/delete-files.server.ts'
import { runClosers } from '../server/http/shutdown.server.ts'
import { type Job, workOn } from '../server/jobs/jobs.server.ts'
import { listenForPurges } from '../server/cache/purge.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { approve as approveVersion, type Case, remove, restore as restoreVersion } from './decide.server.ts'
import type { Subject } from './subject.server.ts'
import { findModeratedItem } from './moderated-items.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
let other: Player
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-moderation-'))
const purged: string[] = []
let stopListening: () => Promise<void>

beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: folder })
  testDatabase = await createTestDatabase()
  operator = asPlayer(await createPlayer({ username: 'mara_v', role: 'operator' }))
  other = asPlayer(await createPlayer({ username: 'jo_lee', role: 'operator' }))
  const { promise: hearing, resolve: onHearing } = Promise.withResolvers<void>()
  const onPurge = (tags: string[]) => void purged.push(...tags)
  stopListening = listenForPurges({ connection: testDatabase.connection, onPurge, onGap: () => {}, onHearing })
  await hearing
})
afterAll(async () => {
  await stopListening()
  await runClosers(() => {})
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const asPlayer = (row: PlayerRow): Player => ({ ...row, sessionId: '' })

const ofPost = ({ id }: { id: number }): Subject => ({ kind: 'post', id: String(id) })
const ofComment = ({ id }: { id: number }): Subject => ({ kind: 'comment', id: String(id) })

async function report(subject: Subject, about: { id: string }, by?: { id: string }): Promise<void> {
  const playerId = (by ?? (await createPlayer())).id
  await database()
    .insert(reports)
    .values({ playerId, kind: subject.kind, onId: subject.id, aboutId: about.id, reason: 'spam' })
}

/** Creates a post that has earned 30 credits. */
async function createEarningPost(overrides: Partial<typeof posts.$inferInsert> = {}) {
  const post = await createPost(overrides)
  const { id, playerId } = post
  await database().transaction((tx) =>
    awardCredits(tx, { playerId, activity: 'post', credits: 30, key: postKey(id), now: post.createdAt }),
  )
  return post
}

async function stateOf({ id }: { id: number }) {
  const [row] = await database()
    .select({ state: posts.state, why: posts.stateWhy, isShown: postCounts.isShown })
    .from(posts)
    .innerJoin(postCounts, eq(postCounts.postId, posts.id))
    .where(eq(posts.id, id))
  return row
}

async function totalOf(playerId: string): Promise<number> {
  const [row] = await database().select().from(creditBalances).where(eq(creditBalances.playerId, playerId))
  const { rows } = await database().execute<{ sum: number }>(
    sql`select coalesce(sum(credits), 0)::int as sum from credit_awards where player_id = ${playerId}`,
  )
  expect(row?.total ?? 0).toBe(rows[0]?.sum)
  return row?.total ?? 0
}

async function notificationsOf(playerId: string): Promise<string[]> {
  const rows = await database()
    .select()
    .from(notifications)
    .where(eq(notifications.playerId, playerId))
    .orderBy(notifications.id)
  return rows.map(({ kind, words, postId, commentId }) => `${kind} ${postId} ${commentId}: ${words}`)
}

const seenOf = async (subject: Subject) => (await findModeratedItem(subject))?.seen ?? 0
const versionOf = async (subject: Subject) => (await findModeratedItem(subject))?.version ?? ''

// These pass the current version of the text, since most tests do not test the version.
const approve = async (decided: Case) => approveVersion({ ...decided, version: await versionOf(decided.subject) })
const restore = async (decided: Case) => restoreVersion({ ...decided, version: await versionOf(decided.subject) })

test('an approved item is shown, its author notified, the decision logged and the pages purged', async () => {
  const game = await createGame()
  const post = await createPost({ state: 'held', stateWhy: 'first', title: 'All nine doors', gameId: game.id })
  purged.length = 0
  expect(await approve({ operator, subject: ofPost(post), seen: 0 })).toEqual({ outcome: 'done' })
  expect(await stateOf(post)).toEqual({ state: 'shown', why: '', isShown: true })
  expect(await notificationsOf(post.playerId)).toEqual([
    `decision ${post.id} null: Your post "All nine doors" was reviewed and is now public.`,
  ])
  expect((await listAuditLog(null)).entries[0]).toMatchObject({
    who: 'mara_v', act: 'approved', onKind: 'post', onId: String(post.id), postId: post.id,
  }) // prettier-ignore
  const [author] = await database().select().from(players).where(eq(players.id, post.playerId))
  await expect
    .poll(() => purged)
    .toEqual(expect.arrayContaining(['community', `post:${post.id}`, `player:${author?.username}`, `game:${game.id}`]))
})

test('approving a shown item closes its reports and changes nothing else', async () => {
  const post = await createPost()
  await report(ofPost(post), { id: post.playerId })
  await report(ofPost(post), { id: post.playerId })
  expect(await approve({ operator, subject: ofPost(post), seen: 0 })).toEqual({ outcome: 'done' })
  const rows = await database()
    .select()
    .from(reports)
    .where(eq(reports.onId, String(post.id)))
  expect(rows.map(({ decision }) => decision)).toEqual(['dismissed', 'dismissed'])
  expect(await notificationsOf(post.playerId)).toEqual([])
  expect(await approve({ operator, subject: ofPost(post), seen: await seenOf(ofPost(post)) })).toEqual({
    outcome: 'gone',
  })
})

test('removal takes credits back and restoring returns them, repeatedly, and deletion takes back the rest', async () => {
  const post = await createEarningPost({ createdAt: new Date('2026-11-01T12:00:00Z') })
  const subject = ofPost(post)
  expect(await totalOf(post.playerId)).toBe(30)
  for (let time = 0; time < 3; time++) {
    expect(await remove({ operator, subject, seen: await seenOf(subject) }, 'Advertising')).toEqual({ outcome: 'done' })
    expect(await stateOf(post)).toEqual({ state: 'removed', why: 'Advertising', isShown: false })
    expect(await totalOf(post.playerId)).toBe(0)
    expect(await restore({ operator, subject, seen: await seenOf(subject) })).toEqual({ outcome: 'done' })
    expect(await stateOf(post)).toEqual({ state: 'shown', why: '', isShown: true })
    expect(await totalOf(post.playerId)).toBe(30)
  }
  expect(await notificationsOf(post.playerId)).toEqual(
    Array.from({ length: 3 }).flatMap(() => [
      `decision ${post.id} null: Your post was removed: Advertising`,
      `decision ${post.id} null: Your post is public again.`,
    ]),
  )
  expect(await deletePost(post.playerId, post.id)).toBe(true)
  expect(await totalOf(post.playerId)).toBe(0)
})

test('returned credits do not count towards a daily limit', async () => {
  const author = await createPlayer()
  const [first] = await Promise.all(Array.from({ length: 5 }, () => createEarningPost({ playerId: author.id })))
  const subject = ofPost(first!)
  await remove({ operator, subject, seen: 0 }, 'Advertising')
  await restore({ operator, subject, seen: await seenOf(subject) })
  expect(await totalOf(author.id)).toBe(150)
})

test('a removed comment is not counted, and a restored one is again', async () => {
  const post = await createPost()
  const author = asPlayer(await createPlayer())
  const written = await addComment(author, post.id, 'Works with the pad too.')
  const subject = ofComment(written!)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  const credits = await totalOf(author.id)
  expect(credits).toBeGreaterThan(0)
  await remove({ operator, subject, seen: 0 }, 'Abuse')
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  expect(await totalOf(author.id)).toBe(0)
  expect(await notificationsOf(author.id)).toEqual([
    `decision ${post.id} ${written!.id}: Your comment was removed: Abuse`,
  ])
  await restore({ operator, subject, seen: await seenOf(subject) })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  expect(await totalOf(author.id)).toBe(credits)
  expect(commentKey(1)).toBe('comment:1')
})

test('a held comment counts, earns and notifies once it is approved', async () => {
  const post = await createPost()
  const author = await createPlayer()
  const [held] = await database()
    .insert(comments)
    .values({ postId: post.id, playerId: author.id, content: 'darn', state: 'held', stateWhy: 'word' })
    .returning()
  expect(await totalOf(author.id)).toBe(0)
  await approve({ operator, subject: ofComment(held!), seen: 0 })
  expect(await countsOf(post.id)).toEqual({ counted: [0, 1], rows: [0, 1] })
  expect(await totalOf(author.id)).toBeGreaterThan(0)
  expect(await notificationsOf(post.playerId)).toEqual([`comment ${post.id} ${held!.id}: `])
})

test('a held text earns as one of the day on which it was written', async () => {
  const author = await createPlayer()
  const now = Date.now()
  // Five a day earn; the sixth was written a day before.
  for (let at = 0; at < 6; at++) {
    const createdAt = new Date(now - (at < 5 ? 0 : 24 * 60 * 60_000))
    const post = await createPost({ playerId: author.id, state: 'held', stateWhy: 'word', createdAt })
    const before = await totalOf(author.id)
    await approve({ operator, subject: ofPost(post), seen: 0 })
    expect(await totalOf(author.id), `post ${at}`).toBeGreaterThan(before)
  }
})

test('a comment that was removed before its approval notifies the author of the post once it is restored', async () => {
  const post = await createPost()
  const held = await createComment(await createPlayer(), post, { state: 'held', stateWhy: 'word' })
  const subject = ofComment(held)
  await remove({ operator, subject, seen: 0 }, 'Abuse')
  expect(await notificationsOf(post.playerId)).toEqual([])
  for (let time = 0; time < 2; time++) {
    await restore({ operator, subject, seen: await seenOf(subject) })
    expect(await notificationsOf(post.playerId)).toEqual([`comment ${post.id} ${held.id}: `])
    await remove({ operator, subject, seen: await seenOf(subject) }, 'Abuse')
  }
})

test('an item that was edited after an operator saw it cannot be approved or restored, but can be removed', async () => {
  const author = await createPlayer()
  const post = await createPost({ playerId: author.id, state: 'held', stateWhy: 'first' })
  const written = await createPost()
  const comment = { id: (await addComment(asPlayer(author), written.id, 'A good one'))!.id }
  await report(ofComment(comment), author)
  const [ofPostSeen, ofCommentSeen] = [await versionOf(ofPost(post)), await versionOf(ofComment(comment))]
  const values = {
    type: 'discussion',
    title: '',
    content: 'Free lamps',
    tags: [],
    redirectUrl: 'https://evil.example',
  } as const
  await changePost(author, post.id, { ...values, tags: [], redirectTitle: '', media: null, gameId: null })
  await changeComment(author, comment.id, 'Free lamps')
  for (const [subject, version] of [
    [ofPost(post), ofPostSeen],
    [ofComment(comment), ofCommentSeen],
    [ofPost(post), ''],
  ] as const) {
    expect(await approveVersion({ operator, subject, seen: 0, version })).toEqual({ outcome: 'changed' })
    expect(await restoreVersion({ operator, subject, seen: 0, version })).toEqual({ outcome: 'changed' })
  }
  expect(await stateOf(post)).toMatchObject({ state: 'held', isShown: false })
  expect(await approve({ operator, subject: ofComment(comment), seen: 0 })).toEqual({ outcome: 'done' })
  expect(await remove({ operator, subject: ofPost(post), seen: 0 }, 'Phishing')).toEqual({ outcome: 'done' })
})

test('of two concurrent decisions one is made, and the other operator learns which', async () => {
  for (let round = 0; round < 10; round++) {
    const post = await createEarningPost({ state: 'held', stateWhy: 'word' })
    const subject = ofPost(post)
    await report(subject, { id: post.playerId })
    const outcomes = await Promise.all([
      approve({ operator, subject, seen: 0 }),
      remove({ operator: other, subject, seen: 0 }, 'Spam'),
    ])
    const [approved] = outcomes.map(({ outcome }) => outcome === 'done')
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['decided', 'done'])
    expect(outcomes.find(({ outcome }) => outcome === 'decided')).toMatchObject(
      approved ? { who: 'mara_v', act: 'approved' } : { who: 'jo_lee', act: 'removed' },
    )
    expect(await stateOf(post)).toMatchObject(
      approved ? { state: 'shown', isShown: true } : { state: 'removed', isShown: false },
    )
    expect(await totalOf(post.playerId)).toBe(approved ? 30 : 0)
    const { entries } = await listAuditLog(null)
    expect(entries.filter(({ onId, onKind }) => onKind === 'post' && onId === subject.id)).toHaveLength(1)
  }
})

test('a decision on a deleted item does nothing and is not logged', async () => {
  const post = await createPost({ state: 'held' })
  const before = (await listAuditLog(null)).entries.length
  await deletePost(post.playerId, post.id)
  expect(await approve({ operator, subject: ofPost(post), seen: 0 })).toEqual({ outcome: 'gone' })
  expect(await remove({ operator, subject: ofPost(post), seen: 0 }, 'x')).toEqual({ outcome: 'gone' })
  expect(await restore({ operator, subject: ofPost(await createPost()), seen: 0 })).toEqual({ outcome: 'gone' })
  expect((await listAuditLog(null)).entries.length).toBe(before)
})

test('concurrent decisions and deletions leave counts that match the rows', async () => {
  const post = await createPost()
  const author = asPlayer(await createPlayer())
  const written = await Promise.all(Array.from({ length: 6 }, (_, at) => addComment(author, post.id, `Comment ${at}`)))
  await Promise.all([
    ...written.slice(0, 4).map((one) => remove({ operator, subject: ofComment(one!), seen: 0 }, 'Abuse')),
    ...written.slice(0, 4).map((one) => approve({ operator: other, subject: ofComment(one!), seen: 0 })),
    deletePost(post.playerId, (await createPost({ playerId: post.playerId })).id),
  ])
  const { counted, rows } = await countsOf(post.id)
  expect(counted).toEqual(rows)
})

test('a removed picture is deleted as file, as avatar and from posts', async () => {
  const player = await createPlayer()
  const key = `profile_pictures/${player.id}/face.webp`
  await storage().put(key, Buffer.from('a'), 'image/webp')
  await database().update(players).set({ avatar: key }).where(eq(players.id, player.id))
  const commented = await createPost()
  await addComment(asPlayer(player), commented.id, 'Works with the pad too.')
  const showing = await createPost({ mediaUrl: `/files/${key}`, mediaWidth: 10, mediaHeight: 10 })
  const subject: Subject = { kind: 'picture', id: `/files/${key}` }
  await report(subject, player)
  purged.length = 0
  expect(await remove({ operator, subject, seen: 0 }, 'Not for everybody')).toEqual({ outcome: 'done' })
  const [row] = await database().select().from(players).where(eq(players.id, player.id))
  expect(row?.avatar).toBeNull()
  const [post] = await database().select().from(posts).where(eq(posts.id, showing.id))
  expect([post?.mediaUrl, post?.mediaWidth, post?.mediaHeight, post?.state]).toEqual([null, null, null, 'shown'])
  await workOn([deletingFiles as Job])
  await expect.poll(() => existsSync(path.join(folder, 'files', key))).toBe(false)
  expect(await notificationsOf(player.id)).toContain(
    'decision null null: Your profile picture was removed: Not for everybody',
  )
  await expect
    .poll(() => purged)
    .toEqual(expect.arrayContaining([`post:${commented.id}`, `post:${showing.id}`, `player:${player.username}`]))
  expect(await remove({ operator, subject, seen: await seenOf(subject) }, 'x')).toEqual({ outcome: 'gone' })
})

test('of two concurrent decisions on a picture one is made', async () => {
  for (let round = 0; round < 10; round++) {
    const player = await createPlayer()
    const key = `profile_pictures/${player.id}/face.webp`
    await storage().put(key, Buffer.from('a'), 'image/webp')
    await database().update(players).set({ avatar: key }).where(eq(players.id, player.id))
    const subject: Subject = { kind: 'picture', id: `/files/${key}` }
    await report(subject, player)
    const outcomes = await Promise.all([
      approve({ operator, subject, seen: 0 }),
      remove({ operator: other, subject, seen: 0 }, 'Not for everybody'),
    ])
    expect(outcomes.map(({ outcome }) => outcome).toSorted(), `round ${round}`).toEqual(['decided', 'done'])
  }
})
