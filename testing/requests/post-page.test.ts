import naughty from 'big-list-of-naughty-strings'
import { eq } from 'drizzle-orm'
import { decodeHTML } from 'entities'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMENT_MESSAGES } from '../../app/community/comments/comment-rules.ts'
import { COMMENT_MAX, COMMENTS_ON_PAGE } from '../../app/community/post-rules.ts'
import { database } from '../../app/db/connection.server.ts'
import { comments, blocklist, posts } from '../../app/db/schema/community.server.ts'
import { plainText } from '../../app/lib/plain-text.ts'
import { clearAttemptsOf } from '../../app/server/http/count-attempts.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { stopClock } from '../fixtures/stopped-clock.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { type Actor, createActor } from '../fixtures/players.ts'
import { countsOf, createComment, createPost, type PostRow } from '../fixtures/posts.ts'
import { countAttempts } from './count-attempts.ts'

/** Tests the page of a post and its actions against the built portal. */

let portal: BuiltPortal
let author: Actor
let player: Actor
let post: PostRow

beforeAll(async () => {
  portal = await startBuiltPortal()
  await database().insert(blocklist).values({ word: 'gold' })
})
beforeEach(async () => {
  author = await createActor()
  player = await createActor()
  post = await createPost({ playerId: author.id, title: 'Holding a chain' })
})
afterAll(() => portal?.stop())

let sent = 0

type Options = { as?: Actor; form?: Record<string, string>; html?: boolean; address?: string; referer?: string }

/** Each request comes from a different address, so that no limit counts them together. */
function send(method: string, at: string, { as, form, html = false, address, referer }: Options = {}): Promise<Answer> {
  const number = ++sent
  return portal.send(at, {
    method,
    headers: {
      'x-forwarded-for': address ?? `10.11.${number >> 8}.${number & 255}`,
      accept: html ? 'text/html' : 'application/json',
      ...(method !== 'GET' && { origin: SITE }),
      ...(as && { cookie: as.cookie }),
      ...(referer && { referer }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
}

const pageOf = (id: number) => `/community/${id}`
const see = (as?: Actor, at = pageOf(post.id)) => send('GET', at, { html: true, ...(as && { as }) })
const wordsFor = async (as?: Actor, at?: string) => wordsOf(await see(as, at))
/** Sends the comment form as a browser without script does. */
const say = (content: string, as: Actor = player, more: Options = {}) =>
  send('POST', pageOf(post.id), { as, form: { content }, html: true, ...more })
const lastComment = async () =>
  (await database().select().from(comments).where(eq(comments.postId, post.id))).toSorted((a, b) => b.id - a.id)[0]

test('a post shows all its parts', async () => {
  const game = await createGame({ slug: 'moto', title: 'Moto' })
  const { id } = await createPost({
    playerId: author.id,
    title: 'All nine doors',
    type: 'question',
    content: 'Took eleven evenings.\nhttps://example.com/ stays a text',
    tags: ['horror', 'a "b"'],
    redirectUrl: 'https://videos.example.org/a?b=1&c=2',
    redirectTitle: 'The whole run',
    mediaUrl: '/files/post_pictures/a/b.webp',
    mediaWidth: 800,
    mediaHeight: 600,
    gameId: game.id,
    editedAt: new Date(),
  })
  const answer = await see(undefined, pageOf(id))
  const words = decodeHTML(wordsOf(answer))
  for (const text of ['Back to Community', author.username, 'edited', 'Tips', 'All nine doors', 'Took eleven evenings.', 'The whole run', 'videos.example.org', 'Moto', 'Play', 'horror', 'a "b"', '0 likes', 'Share', 'Comments'])
    expect(words).toContain(text)
  for (const text of ['Edit', 'Delete Post']) expect(words).not.toContain(text)
  expect(answer.text).toContain(
    'href="https://videos.example.org/a?b=1&amp;c=2" target="_blank" rel="nofollow ugc noopener noreferrer"',
  )
  expect(answer.text).not.toContain('href="https://example.com/')
  expect(answer.text).toMatch(/<img[^>]* src="\/files\/post_pictures\/a\/b.webp" alt="Shared by [^"]+: All nine doors" width="800" height="600"/)
  expect(answer.text).toContain('href="/community?search=horror"')
  expect(answer.text).toContain('href="/games/moto"')
  expect(answer.text).toContain(`data-profile="${author.username}"`)
  expect(await wordsFor(author, pageOf(id))).toContain('Delete Post')
}) // prettier-ignore

test('a post without a title has a heading for screen readers, and counts of one and two likes', async () => {
  post = await createPost({ playerId: author.id, type: 'showcase' })
  await send('PUT', `${pageOf(post.id)}/like`, { as: player })
  expect(await wordsFor(player)).toMatch(/Showcase by player_\w+ .* 1 like /)
  expect(await wordsFor(author)).toContain('1 like')
})

test('a missing post is a 404 that may be cached until the post exists', async () => {
  const next = post.id + 1
  const answer = await see(undefined, pageOf(next))
  expect(answer.status).toBe(404)
  expect(wordsOf(answer)).toContain('Post not found')
  expect(wordsOf(answer)).toContain("The post you're looking for might have been removed or doesn't exist.")
  expect(wordsOf(answer)).toContain('Back to Community')
  expect(answer.headers['cache-control']).toContain('s-maxage=60')
  expect((await see(undefined, '/community/0')).status).toBe(404)
})

test.each([
  [
    'held',
    'word',
    'This post is waiting for review. It contains something that we review first. Others see it once approved.',
    'pending review',
  ],
  [
    'removed',
    'Sells things',
    'An operator removed this post, and nobody else sees it. Reason: Sells things',
    'removed',
  ],
] as const)('a post that is %s is visible only to its author, with the reason', async (state, stateWhy, note, word) => {
  post = await createPost({ playerId: author.id, state, stateWhy })
  expect((await see()).status).toBe(404)
  expect((await see(player)).status).toBe(404)
  expect(await wordsFor(author)).toContain(note)
  const operator = await createActor({ role: 'operator' })
  expect(await wordsFor(operator)).toContain(`This post is ${word}.`)
  expect(await wordsFor(operator)).not.toContain('Sells things')
})

test('PUT and DELETE create and remove a like and return the count', async () => {
  const path = `${pageOf(post.id)}/like`
  const put = await send('PUT', path, { as: player })
  expect([put.status, put.text]).toEqual([200, '{"likes":1,"isLiked":true}'])
  expect(put.headers['cache-control']).toMatch(/no-store/)
  expect((await send('PUT', path, { as: author })).text).toBe('{"likes":2,"isLiked":true}')
  expect((await send('DELETE', path, { as: player })).text).toBe('{"likes":1,"isLiked":false}')
  expect((await send('PUT', path)).status).toBe(401)
  expect((await send('PUT', `${pageOf(post.id + 1)}/like`, { as: player })).text).toBe('This post doesn’t exist.')
})

test('without script a like is a form that redirects back to its page', async () => {
  const path = `${pageOf(post.id)}/like`
  const like = await send('POST', path, { as: player, html: true, form: { _method: 'PUT' } })
  expect([like.status, like.headers.location]).toEqual([303, `${pageOf(post.id)}#like-${post.id}`])
  expect((await see(player)).text).toMatch(/<button[^>]* value="DELETE"[^>]* name="_method"/)
  const board = `${SITE}/community?type=question`
  const unlike = await send('POST', path, { as: player, html: true, form: { _method: 'DELETE' }, referer: board })
  expect(unlike.headers.location).toBe(`/community?type=question#like-${post.id}`)
  expect(await countsOf(post.id)).toEqual({ counted: [0, 0], rows: [0, 0] })
  const evil = { as: player, html: true, form: { _method: 'PUT' }, referer: 'https://evil.example/community' }
  expect((await send('POST', path, evil)).headers.location).toBe(`${pageOf(post.id)}#like-${post.id}`)
  const login = await send('POST', path, { html: true, form: { _method: 'PUT' } })
  expect(login.headers.location).toBe(`/login?next=${encodeURIComponent(pageOf(post.id))}`)
})

test('likes from one address are limited', async () => {
  const statuses: number[] = []
  stopClock()
  for (let at = 0; at < 62; at++) {
    const { status } = await send('PUT', `${pageOf(post.id)}/like`, { as: player, address: '10.12.0.1' })
    statuses.push(status)
  }
  expect(statuses.indexOf(429)).toBe(60)
})

test('the sixth answer marked in a day is refused with a message', async () => {
  const { id } = await createPost({ playerId: author.id, type: 'question' })
  const comment = await createComment(player, { id })
  const answer = (method: string) => send(method, `/comments/${comment.id}/answer`, { as: author })
  for (let round = 0; round < 5; round++)
    expect([(await answer('PUT')).status, (await answer('DELETE')).status]).toEqual([204, 204])
  const refused = await answer('PUT')
  expect([refused.status, refused.text]).toEqual([429, COMMENT_MESSAGES.answersOften])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('without script a comment is added and shown in its place', async () => {
  const answer = await say('First line\r\n\r\n\r\nsecond line')
  const { id } = (await lastComment())!
  expect([answer.status, answer.headers.location]).toEqual([303, `/comments/${id}`])
  const place = await send('GET', `/comments/${id}`, { html: true })
  expect(place.headers.location).toBe(`${pageOf(post.id)}#comment-${id}`)
  expect((await see()).text).toContain('First line\n\nsecond line')
})

test.each([
  ['', COMMENT_MESSAGES.empty],
  [' \n\u200b ', COMMENT_MESSAGES.empty],
  ['x'.repeat(COMMENT_MAX + 1), COMMENT_MESSAGES.long],
  ['x'.repeat(9 * COMMENT_MAX), COMMENT_MESSAGES.long],
])('an invalid comment is refused and the input is preserved (%#)', async (content, message) => {
  const answer = await say(content)
  expect(answer.status).toBe(400)
  expect(wordsOf(answer)).toContain(message)
  if (content.trim().length > 1 && content.length < 3000) expect(answer.text).toContain(content.trim())
  expect(await lastComment()).toBeUndefined()
})

test('the longest comment is accepted in any script', async () => {
  const content = '漢'.repeat(COMMENT_MAX - 1) + '🎮'
  expect((await say(content)).status).toBe(303)
  expect((await lastComment())?.content).toBe(content)
})

test('a body larger than any comment is not read', async () => {
  expect((await say('漢'.repeat(COMMENT_MAX * 4))).status).toBe(413)
})

test('a visitor is asked to sign in before they comment', async () => {
  expect((await see()).text).toMatch(/<textarea[^>]* placeholder="Login to comment"[^>]* disabled=""/)
  const page = await send('POST', pageOf(post.id), { form: { content: 'Hi' }, html: true })
  expect(page.headers.location).toBe(`/login?next=${encodeURIComponent(pageOf(post.id))}`)
  const data = await send('POST', `${pageOf(post.id)}.data`, { form: { content: 'Hi' } })
  expect(data.status).toBe(401)
  expect(data.text).toContain(COMMENT_MESSAGES.visitor)
  expect(await lastComment()).toBeUndefined()
})

test('a player can write six comments a minute from any address, and an address six for all its players', async () => {
  for (let at = 0; at < 6; at++) expect((await say(`No ${at}`)).status).toBe(303)
  const seventh = await say('What was typed stays')
  expect(seventh.status).toBe(429)
  expect(wordsOf(seventh)).toMatch(/You can comment again in \d+ seconds/)
  expect(seventh.text).toContain('What was typed stays</textarea>')
  expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(0)
  const address = '10.12.0.2'
  const crowd = await Promise.all(Array.from({ length: 7 }, () => createActor()))
  const answers = await Promise.all(crowd.map((one) => say('Hello', one, { address })))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('the sixty-first comment in an hour is refused', async () => {
  await countAttempts('comment-hour', player.id, 59)
  expect((await say('The sixtieth')).status).toBe(303)
  const { status, text } = await say('One more')
  expect(status).toBe(429)
  expect(text).toMatch(/You can comment again in \d+ minutes/)
})

test('an author edits and deletes a comment on separate pages', async () => {
  await say('Wrong')
  const { id } = (await lastComment())!
  const edit = `/comments/${id}/edit`
  expect((await see(player, edit)).text).toContain('>Wrong</textarea>')
  const refused = await send('POST', edit, { as: player, html: true, form: { content: ' ' } })
  expect([refused.status, wordsOf(refused)]).toEqual([400, expect.stringContaining(COMMENT_MESSAGES.empty)])
  const done = await send('POST', edit, { as: player, html: true, form: { content: 'Right' } })
  expect([done.status, done.headers.location]).toEqual([303, `/comments/${id}`])
  expect(await wordsFor()).toMatch(/edited Right|edited.*Right/)
  const remove = `/comments/${id}/delete`
  expect(await wordsFor(player, remove)).toContain(COMMENT_MESSAGES.confirmDelete)
  const gone = await send('POST', remove, { as: player, html: true, form: {} })
  expect(gone.headers.location).toBe(`${pageOf(post.id)}#comments`)
  expect(await lastComment()).toBeUndefined()
  expect((await send('POST', remove, { as: player, html: true, form: {} })).status).toBe(404)
})

test.each(['edit', 'delete'])('nobody else may %s a comment or see the page for it', async (what) => {
  await say('Mine')
  const path = `/comments/${(await lastComment())!.id}/${what}`
  for (const as of [author, await createActor({ role: 'operator' })]) {
    expect((await see(as, path)).status).toBe(404)
    expect((await send('POST', path, { as, html: true, form: { content: 'Yours' } })).status).toBe(404)
  }
  expect((await see(undefined, path)).headers.location).toMatch(/^\/login/)
  expect((await lastComment())?.content).toBe('Mine')
})

test('a comment with a blocked word is pending, and only its author sees it', async () => {
  await say('Buy gold here')
  const { id } = (await lastComment())!
  expect(await wordsFor(player)).toContain('is waiting for review.')
  expect(await wordsFor()).not.toContain('Buy gold')
  expect((await send('GET', `/comments/${id}`, { html: true })).status).toBe(404)
  expect((await send('GET', `/comments/${id}`, { as: player, html: true })).status).toBe(302)
})

test('the response of a form with script reports that a comment is pending', async () => {
  const sent = await send('POST', `${pageOf(post.id)}.data`, { as: player, form: { content: 'Buy gold here' } })
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(COMMENT_MESSAGES.pending)])
  const edit = `/comments/${(await lastComment())!.id}/edit.data`
  const changed = await send('POST', edit, { as: player, form: { content: 'Buy more gold' } })
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(COMMENT_MESSAGES.pending)])
  const cleaned = await send('POST', edit, { as: player, form: { content: 'Buy nothing' } })
  expect(cleaned.text).not.toContain(COMMENT_MESSAGES.pending)
})

test('only the author can delete a post, on a page that asks for confirmation', async () => {
  const path = `${pageOf(post.id)}/delete`
  expect((await see(player, path)).status).toBe(404)
  expect((await send('POST', path, { as: player, html: true, form: {} })).status).toBe(404)
  expect((await see(undefined, path)).headers.location).toMatch(/^\/login/)
  expect(await wordsFor(author, path)).toContain('Delete this post?')
  const gone = await send('POST', path, { as: author, html: true, form: {} })
  expect([gone.status, gone.headers.location]).toEqual([303, '/community'])
  expect((await see(author)).status).toBe(404)
})

test('more than fifty comments are split into pages, also as data', async () => {
  const values = Array.from({ length: COMMENTS_ON_PAGE + 1 }, (_, at) => ({
    postId: post.id,
    playerId: player.id,
    content: `Word ${at}.`,
  }))
  const ids = (await database().insert(comments).values(values).returning()).map(({ id }) => id)
  const first = await see()
  expect(wordsOf(first)).toContain('Word 49.')
  expect(wordsOf(first)).not.toContain('Word 50.')
  expect(first.text).toContain(`href="${pageOf(post.id)}?after=${ids[49]}#comments"`)
  const second = await wordsFor(undefined, `${pageOf(post.id)}?after=${ids[49]}`)
  expect(second).toContain('Word 50.')
  expect(second).toContain('Show previous comments')
  const data = await send('GET', `${pageOf(post.id)}/comments?after=${ids[49]}`)
  expect(JSON.parse(data.text)).toMatchObject({ comments: [{ content: 'Word 50.', isMine: false }], next: null })
  expect(data.headers['cache-control']).toContain('s-maxage=60')
  for (const after of ['x', '-1', '99999999999999', "1'", ''])
    expect(await wordsFor(undefined, `${pageOf(post.id)}?after=${encodeURIComponent(after)}`)).toContain('Word 0.')
})

test('a visitor sees a new comment, its edit and its deletion at once', async () => {
  expect(await wordsFor()).not.toContain('Brand new')
  await say('Brand new')
  await expect.poll(() => wordsFor()).toContain('Brand new')
  const { id } = (await lastComment())!
  await send('POST', `/comments/${id}/edit`, { as: player, html: true, form: { content: 'Other words' } })
  await expect.poll(() => wordsFor()).toContain('Other words')
  await send('POST', `/comments/${id}/delete`, { as: player, html: true, form: {} })
  await expect.poll(() => wordsFor()).not.toContain('Other words')
})

test('a visitor sees a post’s deletion at once, and its likes after a while', async () => {
  expect(await wordsFor()).toContain('0 likes')
  await send('PUT', `${pageOf(post.id)}/like`, { as: player })
  await expect.poll(() => wordsFor(), { interval: 200 }).toContain('1 like')
  await send('POST', `${pageOf(post.id)}/delete`, { as: author, html: true, form: {} })
  await expect.poll(async () => (await see()).status).toBe(404)
})

test('a visitor’s page contains no private data of any player', async () => {
  await say('Hello')
  const { text, headers } = await see()
  expect(headers['cache-control']).toContain('s-maxage=60')
  for (const secret of [player.email, author.email, player.id, author.id]) expect(text).not.toContain(secret)
  expect((await see(player)).headers['cache-control']).toMatch(/private|no-store/)
})

test('naughty strings are shown as typed and run nothing', async () => {
  const texts = naughty.filter((text) => plainText(text)).slice(0, COMMENTS_ON_PAGE * 8)
  for (let from = 0; from < texts.length; from += COMMENTS_ON_PAGE) {
    const some = texts.slice(from, from + COMMENTS_ON_PAGE)
    const { id } = await createPost({ playerId: author.id, title: some[0]!.slice(0, 200), content: some.join('\n') })
    const values = some.map((text) => ({ postId: id, playerId: player.id, content: plainText(text) }))
    await database().insert(comments).values(values)
    const { status, text: page } = await see(player, pageOf(id))
    expect(status).toBe(200)
    expect(page).not.toMatch(/<script>(?!window\.|"use|\(|\$|import)|<(img|svg)[^>]* on\w+=/i)
    const shown = decodeHTML(page)
    for (const { content } of values) expect(shown).toContain(content)
  }
})

test('naughty strings are accepted or refused without an error', async () => {
  await say('To be edited')
  const { id } = (await lastComment())!
  // All of them are sent by `npm run attack -- strings`, and read by plain-text.test.ts.
  for (const text of naughty.filter((_, at) => process.env.TEST_ALL || at % 8 === 0)) {
    await clearAttemptsOf('edit', player.id)
    const { status } = await send('POST', `/comments/${id}/edit`, { as: player, html: true, form: { content: text } })
    expect([303, 400]).toContain(status)
    if (status === 303) expect((await lastComment())?.content).toBe(plainText(text.toWellFormed()))
  }
})

test('a post with an invalid link shows no button', async () => {
  await database().update(posts).set({ redirectUrl: 'nonsense', redirectTitle: 'Click' }).where(eq(posts.id, post.id))
  expect(await wordsFor(author)).not.toContain('Click')
})

test('a comment on a pending post is refused with the reason', async () => {
  const held = await createPost({ playerId: author.id, state: 'held', stateWhy: 'first' })
  const page = await see(author, pageOf(held.id))
  expect(wordsOf(page)).toContain(COMMENT_MESSAGES.postPending)
  expect(page.text).not.toContain('name="content"')
  const answer = await send('POST', pageOf(held.id), { as: author, form: { content: 'Hello' }, html: true })
  expect([answer.status, wordsOf(answer).includes(COMMENT_MESSAGES.postPending)]).toEqual([409, true])
  expect((await send('POST', pageOf(held.id), { as: player, form: { content: 'Hello' }, html: true })).status).toBe(404)
})
