import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer, type PlayerRow } from '../../testing/fixtures/players.ts'
import { createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { comments, posts, reports } from '../db/schema/community.server.ts'
import { readForm } from '../forms/read-form.ts'
import { createReport, findReportable } from './create-report.server.ts'
import { reportRules, WORDS_MAX } from './moderation-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let reporter: PlayerRow

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  reporter = await createPlayer()
})
afterAll(() => testDatabase.drop())

test('visible content can be reported by its public id', async () => {
  const author = await createPlayer({ username: 'Tiller.K' })
  const face = `profile_pictures/${author.id}/face.webp`
  await database().update(players).set({ avatar: face }).where(eq(players.id, author.id))
  const mediaUrl = `/files/post_pictures/${author.id}/lamps.webp`
  const post = await createPost({ playerId: author.id, title: 'Lamps', mediaUrl })
  const [comment] = await database()
    .insert(comments)
    .values({ postId: post.id, playerId: author.id, content: 'x' })
    .returning()
  const expected = [
    ['post', String(post.id), 'the post “Lamps”', String(post.id)],
    ['comment', String(comment!.id), 'the comment by @Tiller.K', String(comment!.id)],
    ['player', 'tiller.k', '@Tiller.K', author.id],
    ['picture', `/files/${face}`, 'a picture of @Tiller.K', `/files/${face}`],
    ['picture', mediaUrl, 'a picture of @Tiller.K', mediaUrl],
  ] as const
  for (const [kind, id, name, storedId] of expected)
    expect(await findReportable(reporter.id, kind, id), `${kind} ${id}`).toEqual({
      id: storedId,
      subject: { kind, id: storedId },
      aboutId: author.id,
      name,
      isReported: false,
    })
})

test('held, removed, deleted and unknown content cannot be reported', async () => {
  const author = await createPlayer()
  const [held, removed] = [await createPost({ state: 'held' }), await createPost({ state: 'removed' })]
  const picture = `/files/profile_pictures/${author.id}/old.webp`
  for (const [kind, id] of [
    ['post', String(held.id)], ['post', String(removed.id)], ['post', '999999'], ['post', 'x'], ['post', '1e3'], ['post', '99999999999'],
    ['comment', '999999'], ['comment', ''], ['player', 'nobody_here'], ['player', "'--"], ['player', author.id], ['picture', picture],
    ['picture', '/files/../auth-secret'], ['picture', `https://evil.example${picture}`], ['picture', ''],
  ] as const) expect(await findReportable(reporter.id, kind, id), `${kind} ${id}`).toBeNull() // prettier-ignore
})

test('a player reports an item once, even with concurrent requests', async () => {
  const post = await createPost()
  const reported = (await findReportable(reporter.id, 'post', String(post.id)))!
  const made = await Promise.all(
    Array.from({ length: 20 }, () => createReport(reporter.id, reported, { reason: 'spam', words: 'Lamps' })),
  )
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await database().$count(reports, eq(reports.onId, String(post.id)))).toBe(1)
  expect((await findReportable(reporter.id, 'post', String(post.id)))?.isReported).toBe(true)
  expect((await findReportable((await createPlayer()).id, 'post', String(post.id)))?.isReported).toBe(false)
})

test('after a decision an item can be reported again once it was edited', async () => {
  const author = await createPlayer()
  const post = await createPost({ playerId: author.id })
  const [comment] = await database()
    .insert(comments)
    .values({ postId: post.id, playerId: author.id, content: 'x' })
    .returning()
  // Two events in one millisecond would have no order.
  let seconds = 0
  const later = () => new Date(Date.now() + ++seconds * 1000)
  const edits = {
    post: () => database().update(posts).set({ editedAt: later() }).where(eq(posts.id, post.id)),
    comment: () => database().update(comments).set({ editedAt: later() }).where(eq(comments.id, comment!.id)),
    player: () => database().update(players).set({ updatedAt: later() }).where(eq(players.id, author.id)),
  }
  for (const [kind, id] of [
    ['post', String(post.id)],
    ['comment', String(comment!.id)],
    ['player', author.username],
  ] as const) {
    const find = async () => (await findReportable(reporter.id, kind, id))!
    const reported = await find()
    const file = (words: string) => createReport(reporter.id, reported, { reason: 'abuse', words })
    expect(await file('First'), kind).toBe(true)
    await edits[kind]()
    expect([(await find()).isReported, await file('Waits')], kind).toEqual([true, false])
    const row = eq(reports.onId, reported.subject.id)
    await database().update(reports).set({ decision: 'dismissed', createdAt: later() }).where(row)
    expect([(await find()).isReported, await file('Decided')], kind).toEqual([true, false])
    await edits[kind]()
    expect((await find()).isReported, kind).toBe(false)
    const made = await Promise.all(Array.from({ length: 5 }, () => file('Again')))
    expect(made.filter(Boolean), kind).toHaveLength(1)
    expect(await database().select().from(reports).where(row)).toMatchObject([{ words: 'Again', decision: null }])
    expect((await find()).isReported, kind).toBe(true)
  }
})

test('a report needs one of four reasons, and a description if it is another', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return readForm(reportRules, form)
  }
  expect(read({ reason: 'spam', words: ' Sells\u202e lamps ' }).values).toEqual({
    reason: 'spam',
    words: 'Sells lamps',
    back: '',
  })
  expect(read({ reason: 'abuse' }).values).toEqual({ reason: 'abuse', words: '', back: '' })
  expect(read({}).errors).toEqual({ reason: 'Please choose a reason' })
  expect(read({ reason: 'constructor' }).errors).toEqual({ reason: 'Please choose a reason' })
  expect(read({ reason: 'other', words: ' ' }).errors).toEqual({ words: 'Please describe what is wrong' })
  expect(read({ reason: 'other', words: 'x'.repeat(WORDS_MAX) }).errors).toBeNull()
  const long = { words: 'Please use at most 500 characters' }
  expect(read({ reason: 'spam', words: 'x'.repeat(WORDS_MAX + 1) }).errors).toEqual(long)
  expect(read({ reason: 'spam', words: '\u0301'.repeat(100_000) }).errors).toEqual(long)
})
