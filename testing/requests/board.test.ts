import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { players } from '../../app/db/schema/accounts.server.ts'
import { playerBlocks, postLikes, posts } from '../../app/db/schema/community.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { stopClock } from '../fixtures/stopped-clock.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createPlayer, type PlayerRow, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** The board as visitors and players see it. */

let portal: BuiltPortal
let author: PlayerRow

beforeAll(async () => {
  portal = await startBuiltPortal()
  author = await createPlayer({ username: 'Mara_Voss' })
})
beforeEach(async () => {
  await database().delete(posts)
  await purgePages(['community'])
  await expect.poll(() => read('/community')).toContain('No posts found')
})
afterAll(() => portal?.stop())

const visitor = () => portal.openBrowser()
const read = async (at: string) => wordsOf(await visitor().get(at))

/** A signed-in browser without script. */
async function browserOf(player: PlayerRow) {
  const browser = portal.openBrowser()
  const { cookie } = await signIn(player)
  const at = cookie.indexOf('=')
  browser.cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
  return browser
}

test('a visitor sees a new post, its change and its removal at once', async () => {
  const write = async (change: () => Promise<unknown>) => {
    await change()
    await purgePages(['community'])
  }
  await write(() => createPost({ playerId: author.id, title: 'Past gate four' }))
  await expect.poll(() => read('/community')).toContain('Past gate four')
  await write(() => database().update(posts).set({ title: 'Past gate five' }))
  await expect.poll(() => read('/community')).toContain('Past gate five')
  await write(() => database().update(posts).set({ state: 'removed' }))
  await expect.poll(() => read('/community')).not.toContain('Past gate')
})

test('visitors share a cached board, and a player’s board is private', async () => {
  const post = await createPost({ playerId: author.id, title: 'Past gate four' })
  await purgePages(['community'])
  const first = await visitor().get('/community')
  expect(first.headers['cache-control']).toContain('s-maxage')
  const player = await createPlayer()
  await database().insert(postLikes).values({ postId: post.id, playerId: player.id })
  const mine = await (await browserOf(player)).get('/community')
  expect(mine.headers['cache-control']).toContain('no-store')
  expect(mine.text).toMatch(/aria-pressed="true"/)
  expect(wordsOf(mine)).toContain('My Posts')
  const other = await visitor().get('/community')
  expect(other.text).not.toMatch(/aria-pressed="true"/)
  expect(other.text).toMatch(/<button[^>]*class="like"[^>]*disabled/)
})

test('a block hides posts from both players, and the board reveals neither email addresses nor ids', async () => {
  await createPost({ playerId: author.id, title: 'Past gate four' })
  const player = await createPlayer()
  await purgePages(['community'])
  await database().insert(playerBlocks).values({ playerId: author.id, blockedId: player.id })
  const browser = await browserOf(player)
  for (const at of ['/community', '/community?search=gate', '/community?tab=popular', '/community/posts']) {
    expect((await browser.get(at)).text, at).not.toContain('Past gate four')
    await expect.poll(async () => (await visitor().get(at)).text).toContain('Past gate four')
    const { text } = await visitor().get(at)
    expect(text, at).not.toContain(author.id)
    expect(text, at).not.toContain(author.email)
  }
})

test('without script all posts can be reached page by page', async () => {
  for (let at = 1; at <= 45; at++) await createPost({ playerId: author.id, title: `Post number ${at}.` })
  await purgePages(['community'])
  await expect.poll(() => read('/community')).toContain('Post number 45.')
  const browser = visitor()
  const seen: string[] = []
  for (let at: string | undefined = '/community'; at;) {
    const { text } = await browser.get(at)
    seen.push(...[...text.matchAll(/>(Post number \d+\.)<\/a>/g)].map(([, title]) => title!))
    at = /<a[^>]*href="([^"]*)"[^>]*>Load more/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, at) => `Post number ${45 - at}.`))
})

test('My Posts shows the author pending and removed posts, with the actions for each', async () => {
  await createPost({ playerId: author.id, title: 'Waits', state: 'held', stateWhy: 'word' })
  const gone = await createPost({
    playerId: author.id,
    title: 'Gone',
    state: 'removed',
    stateWhy: 'It is an advertisement.',
  })
  const page = await (await browserOf(author)).get('/community?tab=my-posts')
  expect(wordsOf(page)).toContain('This post is waiting for review.')
  expect(wordsOf(page)).toContain('Reason: It is an advertisement.')
  expect(page.text).toContain(`/community/${gone.id}/delete`)
  expect(page.text).not.toContain(`/community/${gone.id}/edit`)
})

test('a text of over 200 characters is truncated, with a link to the full post', async () => {
  const post = await createPost({ playerId: author.id, title: 'Long', content: `${'word '.repeat(50)}the end` })
  const short = await createPost({ playerId: author.id, title: 'Short', content: 'w'.repeat(200) })
  await purgePages(['community'])
  await expect.poll(() => read('/community')).toContain('Short')
  const { text } = await visitor().get('/community')
  const main = wordsOf({ text } as Parameters<typeof wordsOf>[0])
  expect(main).toContain('... Read more')
  expect(main).not.toContain('the end')
  expect(text).toMatch(new RegExp(`href="/community/${post.id}"[^>]*>Read more`))
  expect(text).not.toMatch(new RegExp(`href="/community/${short.id}"[^>]*>Read more`))
})

test('posts are shown as typed, and run nothing', async () => {
  await createPost({
    playerId: author.id,
    title: '<script>alert(1)</script>',
    content: '"><img src=x onerror=alert(2)>',
    tags: ['<b>'],
  })
  await purgePages(['community'])
  await expect.poll(() => read('/community')).toContain('&lt;script&gt;')
  const { text } = await visitor().get('/community')
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x')
})

test('too many searches are refused with the time to wait', async () => {
  const browser = visitor()
  const codes = new Set<number>()
  stopClock()
  for (let at = 0; at < 61; at++) codes.add((await browser.get(`/community?search=a${at}`)).status)
  expect([...codes]).toEqual([200, 429])
  expect((await browser.get('/community')).status).toBe(200)
})

test('My Posts redirects the session of a deleted player to the sign-in page', async () => {
  const player = await createPlayer()
  const browser = await browserOf(player)
  await database().delete(players).where(eq(players.id, player.id))
  const answer = await browser.get('/community?tab=my-posts&type=question')
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe('/login?next=%2Fcommunity%3Ftab%3Dmy-posts%26type%3Dquestion')
})
