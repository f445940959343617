import naughty from 'big-list-of-naughty-strings'
import { eq } from 'drizzle-orm'
import { decodeHTML } from 'entities'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { posts } from '../../app/db/schema/community.server.ts'
import { plainText } from '../../app/lib/plain-text.ts'
import { clearAttemptsOf } from '../../app/server/http/count-attempts.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Tests the forms that create and change posts against the built portal (docs/product.md#writing-posts). */

const NEW = '/community/new'
const GOOD = { type: 'discussion', content: 'Brake before the puddle.' }

let portal: BuiltPortal
let player: Actor

beforeAll(async () => {
  portal = await startBuiltPortal()
})
beforeEach(async () => {
  player = await createActor(NOT_NEW)
})
afterAll(() => portal?.stop())

let asked = 0
const someAddress = () => `10.12.${++asked >> 8}.${asked & 255}`

type Options = { as?: Actor | null; address?: string; html?: boolean }

/** Sends a form as a browser does: as multipart if it has a file. */
async function send(at: string, fields: Record<string, string | File>, options: Options = {}) {
  const { as = player, address = someAddress(), html = true } = options
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = new Response(form)
  const answer = await portal.send(at, {
    method: 'POST',
    headers: {
      'x-forwarded-for': address,
      'content-type': sent.headers.get('content-type')!,
      accept: html ? 'text/html' : 'application/json',
      origin: SITE,
      ...(as && { cookie: as.cookie }),
    },
    body: Buffer.from(await sent.bytes()),
  })
  return readable(answer)
}

const readable = ({ status, headers, body }: Answer) => ({
  status,
  body: body.toString(),
  header: (name: string) => String(headers[name]),
})
const write = (fields: Record<string, string | File> = {}, options?: Options) =>
  send(NEW, { ...GOOD, ...fields }, options)
const get = async (at: string, as: Actor | null = player) =>
  readable(
    await portal.send(at, {
      headers: { accept: 'text/html', 'x-forwarded-for': someAddress(), ...(as && { cookie: as.cookie }) },
    }),
  )
const wordsFor = async (at: string) => wordsOf(await portal.send(at, { headers: { accept: 'text/html' } }))
const written = async ({ id } = player) =>
  database().select().from(posts).where(eq(posts.playerId, id)).orderBy(posts.id)
const pictureOf = async (side: number, format: 'png' | 'jpeg' = 'png') => {
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    [format]()
    .toBuffer()
  return new File([new Uint8Array(picture)], 'picture')
}

test('without script a new post redirects to its page, which confirms it', async () => {
  const answer = await write({ title: 'Gate four', tags: 'racing, retro', redirectUrl: 'https://example.com' })
  const [post] = await written()
  expect([answer.status, answer.header('location')]).toEqual([303, `/community/${post!.id}`])
  expect(post).toMatchObject({ title: 'Gate four', tags: ['racing', 'retro'], redirectUrl: 'https://example.com/' })
  const page = await wordsFor(`/community/${post!.id}`)
  for (const words of ['Gate four', 'Brake before the puddle.', 'racing']) expect(page).toContain(words)
})

test('visitors see a new post, and an edit of it, at once', async () => {
  const at = async () => (await get('/community', null)).body
  await at()
  await write({ title: 'Quite new' })
  await expect.poll(at).toContain('Quite new')
  const [post] = await written()
  await send(`/community/${post!.id}/edit`, { ...GOOD, title: 'Newer still' })
  await expect.poll(at).toContain('Newer still')
})

test('a refused post shows each error next to its field and preserves the input', async () => {
  const answer = await write({ content: 'Short', title: 'Kept "title"', redirectUrl: 'example.com', tags: 'one,two' })
  expect(answer.status).toBe(400)
  const text = decodeHTML(answer.body)
  for (const words of [
    'Content must be at least 10 characters',
    'Please enter a valid URL starting with http:// or https://',
    'value="Kept "title""',
    'value="one,two"',
    '>Short</textarea>',
  ]) {
    expect(text).toContain(words)
  }
  expect(await written()).toEqual([])
})

test('a visitor is asked to sign in, on the page and in the script’s response', async () => {
  expect(await wordsFor(NEW)).toContain('You must be logged in to create a post.')
  const answer = await write({}, { as: null })
  expect([answer.status, answer.header('location')]).toEqual([303, '/login?next=%2Fcommunity%2Fnew'])
  const told = await write({}, { as: null, html: false })
  expect([told.status, told.body]).toEqual([401, expect.stringContaining('You must be logged in to create a post')])
})

test('the third post in five minutes by a player or an address is refused, and the input is preserved', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => write({ title: `No ${at}` })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 303, 429, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.header('retry-after')).toMatch(/^\d+$/)
  expect(decodeHTML(refused.body)).toContain('You can post again in 5 minutes')
  expect(refused.body).toContain('Brake before the puddle.')
  expect(await written()).toHaveLength(2)

  const address = someAddress()
  const others = await Promise.all(Array.from({ length: 4 }, createActor))
  const all = await Promise.all(others.map((as) => write({}, { as, address })))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 303, 429, 429])
})

test('refused posts do not count', async () => {
  for (let at = 0; at < 4; at++) expect((await write({ content: 'Short' })).status).toBe(400)
  expect((await write()).status).toBe(303)
})

test('a game and a type in the address fill the form and are stored', async () => {
  const game = await createGame({ slug: 'gate-four', title: 'Gate Four' })
  const { body } = await get(`${NEW}?game=gate-four&type=question`)
  expect(body).toMatch(/value="gate-four"/)
  expect(body).toMatch(/type="radio"[^>]*checked=""[^>]*value="question"|value="question"[^>]*checked=""/)
  await write({ game: 'Gate Four', type: 'question' })
  expect(await written()).toMatchObject([{ gameId: game.id, type: 'question' }])
  expect((await write({ game: 'No such game' })).body).toContain('No game with that name was found')
})

test('a picture is uploaded and shown, stays after one edit, and is removed by another', async () => {
  expect((await write({ media: await pictureOf(2000, 'jpeg') })).status).toBe(303)
  const [post] = await written()
  expect(post).toMatchObject({ mediaWidth: 1600, mediaHeight: 1600 })
  const file = await get(post!.mediaUrl!, null)
  expect([file.status, file.header('content-type')]).toEqual([200, 'image/webp'])
  const edit = `/community/${post!.id}/edit`
  await send(edit, { ...GOOD, mediaUrl: post!.mediaUrl! })
  expect((await written())[0]).toMatchObject({ mediaUrl: post!.mediaUrl, mediaWidth: 1600, editedAt: expect.any(Date) })
  await send(edit, { ...GOOD, mediaUrl: '' })
  expect((await written())[0]).toMatchObject({ mediaUrl: null })
  expect((await get(post!.mediaUrl!, null)).status).toBe(404)
})

test('invalid, oversized and external pictures are refused next to their field', async () => {
  const png = await (await pictureOf(40)).bytes()
  const refused: [number, string, Record<string, string | File>][] = [
    [415, 'That is not a picture we can read', { media: new File(['<svg/>'], 'a.png') }],
    [422, 'That picture is damaged', { media: new File([png.slice(0, 60)], 'a.png') }],
    [400, 'larger than 5 MB', { media: new File([new Uint8Array((5 << 20) + 1)], 'a.png') }],
    [413, 'larger than 5 MB', { media: new File([new Uint8Array(6 << 20)], 'a.png') }],
    [400, 'Please enter the address of a picture on this site', { mediaUrl: 'https://evil.example/a.png' }],
  ]
  for (const [status, words, fields] of refused) {
    const answer = await write(fields, { as: await createActor(NOT_NEW) })
    expect([answer.status, decodeHTML(answer.body)]).toEqual([status, expect.stringContaining(words)])
  }
})

test('naughty strings are shown as typed, and run nothing', async () => {
  const { id } = await createPost({ playerId: player.id })
  for (const text of naughty.filter((_, at) => at % 8 === 0)) {
    const content = `Before ${text} after all`
    await clearAttemptsOf('edit', player.id)
    const answer = await send(`/community/${id}/edit`, {
      ...GOOD,
      content,
      title: text.slice(0, 60),
      tags: text.slice(0, 15),
    })
    if (answer.status !== 303) {
      expect([text, answer.status]).toEqual([text, 400])
      continue
    }
    const { body } = await get(`/community/${id}`)
    expect(decodeHTML(/<p class="post-text"[^>]*>([\s\S]*?)<\/p>/.exec(body)![1]!)).toBe(plainText(content))
  }
})

test('the edit form shows the post, to its author only', async () => {
  const post = await createPost({
    playerId: player.id,
    title: 'Gate four',
    tags: ['a', 'b'],
    redirectUrl: 'https://example.com/',
  })
  const edit = `/community/${post.id}/edit`
  const { body } = await get(edit)
  for (const words of ['value="Gate four"', 'value="a,b"', 'value="https://example.com/"'])
    expect(body).toContain(words)
  const other = await createActor(NOT_NEW)
  expect((await get(edit, other)).status).toBe(404)
  expect((await send(edit, GOOD, { as: other })).status).toBe(404)
  await database().update(posts).set({ state: 'removed' }).where(eq(posts.id, post.id))
  expect((await get(edit)).status).toBe(404)
  expect((await send(edit, GOOD)).status).toBe(404)
})
