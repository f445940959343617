import type { Browser, BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { comments } from '../../app/db/schema/community.server.ts'
import { createPlayer } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { blockPlayer, openPortalDatabase, signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })
const like = (page: Page) => page.getByRole('button', { name: /^\d+ likes?$/ })
const commentBox = (page: Page) => page.locator('.comment-form').last().getByLabel('Your comment')
const comment = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text })

/** Creates a post whose author is signed in. */
async function createOwnPost(context: BrowserContext, values: Parameters<typeof createPost>[0] = {}) {
  const author = await signedInPlayer(context)
  return { author, post: await createPost({ playerId: author.id, title: 'All nine doors', ...values }) }
}

/** Creates a post and opens it in its author's browser. */
async function openOwnPost(page: Page, context: BrowserContext) {
  const created = await createOwnPost(context)
  await page.goto(`/community/${created.post.id}`)
  return created
}

/** Opens the post in another player's browser. */
async function openAnother(browser: Browser, path: string) {
  const context = await browser.newContext()
  const player = await signedInPlayer(context)
  const page = await context.newPage()
  await page.goto(path)
  return { player, page, close: () => context.close() }
}

test('two players like and comment, and each sees the other’s changes', async ({ page, context, browser }) => {
  const { post, author } = await createOwnPost(context)
  const other = await openAnother(browser, `/community/${post.id}`)
  await like(other.page).click()
  await expect(like(other.page)).toHaveText('1 like')
  await expect(like(other.page)).toHaveAttribute('aria-pressed', 'true')
  await commentBox(other.page).fill('Door four\n\ntook me an evening.')
  await other.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(other.page, 'Comment added')).toBeVisible()
  await expect(commentBox(other.page)).toHaveValue('')
  await expect(comment(other.page, 'Door four')).toContainText('just now')

  await page.goto(`/community/${post.id}`)
  await expect(like(page)).toHaveText('1 like')
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
  await expect(comment(page, 'Door four').getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(
    comment(page, 'Door four').getByRole('link', { name: other.player.username, exact: true }),
  ).toHaveAttribute('data-profile', other.player.username)
  await like(page).click()
  await expect(like(page)).toHaveText('2 likes')
  await expect(like(page)).not.toHaveAttribute('aria-busy')
  await like(page).click()
  await expect(like(page)).toHaveText('1 like')
  await expect(page.locator('.post .author-name')).toHaveText(author.username)
  await other.close()
})

test('a comment is edited in place and deleted after a confirmation, by keyboard only', async ({ page, context }) => {
  await openOwnPost(page, context)
  await commentBox(page).focus()
  await page.keyboard.type('Frist words')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(comment(page, 'Frist words')).toBeVisible()

  await comment(page, 'Frist words').getByRole('link', { name: 'Edit' }).press('Enter')
  await expect(comment(page, 'Frist').getByLabel('Your comment')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('First words')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Comment changed')).toBeVisible()
  await expect(comment(page, 'First words')).toContainText('edited')
  await expect(comment(page, 'First words')).toBeFocused()

  const remove = comment(page, 'First words').getByRole('link', { name: 'Delete' })
  await remove.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' })
  await expect(dialog).toContainText('First words')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(toast(page, 'Comment deleted')).toBeVisible()
  await expect(comment(page, 'First words')).toHaveCount(0)
  await expect(page.locator('#comments')).toBeFocused()

  // Each action follows at once, while the page may still look for the focus that the previous one lost.
  for (const text of ['One', 'Two']) {
    await commentBox(page).fill(text)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comment(page, text)).toBeVisible()
  }
  await comment(page, 'One').getByRole('link', { name: 'Delete' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(comment(page, 'Two')).toBeFocused()
  await comment(page, 'Two').getByRole('link', { name: 'Delete' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.locator('#comments')).toBeFocused()
})

test('text that is typed while a comment is sent is not lost', async ({ page, context }) => {
  await openOwnPost(page, context)
  const sending = Promise.withResolvers<void>()
  await page.route('**/community/*.data*', async (route) => {
    await sending.promise
    await route.continue()
  })
  await commentBox(page).fill('One')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await commentBox(page).fill('Two')
  sending.resolve()
  await expect(comment(page, 'One')).toBeVisible()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(page, 'Two')).toBeVisible()
  await expect(commentBox(page)).toHaveValue('')
})

test('deleting a post asks for confirmation and leads to the board', async ({ page, context }) => {
  const { post } = await openOwnPost(page, context)
  await page.getByRole('link', { name: 'Delete Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Delete Post' }).click()
  await dialog.getByRole('button', { name: 'Delete Post' }).click()
  await expect(toast(page, 'Post deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/community$/)
  const answer = await page.request.get(`/community/${post.id}`)
  expect(answer.status()).toBe(404)
})

test('a visitor is asked to sign in to like or comment, and can copy the address', async ({ page, context }) => {
  await openPortalDatabase()
  const { id } = await createPost({ title: 'For everybody' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/community/${id}`)
  await like(page).click()
  const asked = toast(page, 'Please log in to like posts')
  await expect(asked.getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/community/${id}`)}`,
  )
  await expect(like(page)).toHaveText('0 likes')
  await expect(page.getByPlaceholder('Login to comment')).toBeDisabled()
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test.describe('on failures', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a like that the server refuses is undone', async ({ page, context }) => {
    const { post } = await openOwnPost(page, context)
    await page.route('**/like', (route) => route.abort())
    await like(page).click()
    await expect(toast(page, 'Failed to update like')).toBeVisible()
    await expect(like(page)).toHaveText('0 likes')
    await expect(like(page)).toHaveAttribute('aria-pressed', 'false')
    await page.unroute('**/like')
    // Only one request is sent at a time, however often the button is pressed.
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().endsWith(`/${post.id}/like`))))
    await like(page).evaluate((button: HTMLElement) => {
      for (let at = 0; at < 7; at++) button.click()
    })
    await expect(like(page)).toHaveText('1 like')
    // The count changes before the request is sent, so wait for its response.
    await expect(like(page)).not.toHaveAttribute('aria-busy')
    expect(sent).toBe(1)
  })

  test('a refused comment preserves the input', async ({ page, context }) => {
    const { author } = await openOwnPost(page, context)
    await commentBox(page).fill('   ')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByText('Comment cannot be empty')).toBeVisible()
    await expect(commentBox(page)).toBeFocused()
    await commentBox(page).fill('Long in the writing')
    await page.route('**/community/*.data*', (route) => route.abort())
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(toast(page, 'There is no connection right now')).toBeVisible()
    await expect(commentBox(page)).toHaveValue('Long in the writing')
    await page.unroute('**/community/*.data*')
    await database().delete(sessions).where(eq(sessions.playerId, author.id))
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(toast(page, 'You must be logged in to comment')).toBeVisible()
    await expect(commentBox(page)).toHaveValue('Long in the writing')
  })
})

test('more comments load in place, one written meanwhile stays last, and a block removes comments', async ({
  page,
  context,
}) => {
  const author = await signedInPlayer(context)
  const blocked = await createPlayer()
  const { id } = await createPost({ title: 'Much talk' })
  const values = Array.from({ length: 51 }, (_, at) => ({ postId: id, playerId: author.id, content: `Word ${at}.` }))
  await database().insert(comments).values(values)
  await createComment(blocked, { id }, { content: 'Soon to disappear.' })
  await page.goto(`/community/${id}`)
  await expect(page.locator('.comment')).toHaveCount(50)
  await commentBox(page).fill('The newest of all')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.locator('.comment').last()).toContainText('The newest of all')
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(page.locator('.comment')).toHaveCount(53)
  await expect(page.locator('.comment').nth(50)).toContainText('Word 50.')
  await expect(page.locator('.comment').nth(50)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Show more comments' })).toHaveCount(0)
  await comment(page, 'Word 50.').getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comment(page, 'Word 50.')).toHaveCount(0)
  await expect(page.locator('.comment')).toHaveCount(52)
  await blockPlayer(page, comment(page, 'Soon to disappear.'), blocked)
  await expect(comment(page, 'Soon to disappear.')).toHaveCount(0)
  await expect(page.locator('.comment')).toHaveCount(51)
  await expect(page.locator('.comment').last()).toContainText('The newest of all')
})

test('the link to a comment leads to it, on any page', async ({ page }) => {
  await openPortalDatabase()
  const { id, playerId } = await createPost()
  const values = Array.from({ length: 110 }, (_, at) => ({ postId: id, playerId, content: `Word ${at}.` }))
  const rows = await database().insert(comments).values(values).returning()
  await page.goto(`/comments/${rows[40]!.id}`)
  await expect(comment(page, 'Word 40.')).toBeInViewport()
  await page.goto(`/comments/${rows[55]!.id}`)
  await expect(comment(page, 'Word 55.')).toBeInViewport()
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(comment(page, 'Word 109.')).toBeVisible()
  await page.getByRole('link', { name: 'Show previous comments' }).click()
  await expect(comment(page, 'Word 0.')).toBeVisible()
  await expect(page.locator('.comment').last()).toContainText('Word 49.')
})

test('a post and its dialogs are accessible, dark and light, and no wider than the screen', async ({
  page,
  context,
}) => {
  const { author, post } = await createOwnPost(context, {
    content: `${'W'.repeat(300)} and words`,
    tags: ['racing', 'x'.repeat(20)],
    redirectUrl: `https://${'long.'.repeat(20)}example/`,
    redirectTitle:
      'A link title that is as long as it may be, so that the button has to hold a hundred letters of it all',
    mediaUrl: '/social.png',
    mediaWidth: 1200,
    mediaHeight: 630,
    gameId: 1,
    state: 'held',
    stateWhy: 'word',
  })
  await database()
    .insert(comments)
    .values([
      { postId: post.id, playerId: author.id, content: 'M'.repeat(400) },
      { postId: post.id, playerId: author.id, content: 'Sorry', state: 'removed', stateWhy: 'Not kind' },
    ])
  await page.goto(`/community/${post.id}`)
  await expect(page.locator('.state-note')).toHaveCount(2)
  expect(await violationsOf(page), 'the page').toEqual([])
  await expectToFit(page, [320, 390, 768, 1280], 'the page')
  await comment(page, 'MMM').getByRole('link', { name: 'Edit' }).click()
  await expect(comment(page, 'MMM').getByLabel('Your comment')).toBeFocused()
  expect(await violationsOf(page, { only: '#comments' }), 'a comment being edited').toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await comment(page, 'MMM').getByRole('link', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsOf(page, { only: 'dialog[open]' }), 'the confirmation before a comment is deleted').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Delete Post' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violationsOf(page, { only: 'dialog[open]' }), 'the confirmation before a post is deleted').toEqual([])
})

test('the author of a Tips post marks a comment as the answer and unmarks it', async ({ page, context }) => {
  const { post } = await createOwnPost(context, { type: 'question', comments: 1 })
  const { id } = await createComment(await createPlayer(), post, { content: 'Under the third lamp.' })
  await page.goto(`/community/${post.id}`)
  await page.getByRole('button', { name: /^Mark as answer/ }).click()
  await expect(page.locator('.toast', { hasText: 'Marked as the answer' })).toBeVisible()
  await expect(page.locator(`#comment-${id}`)).toContainText('Answer')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Answered: go to the answer' }).click()
  await expect(page).toHaveURL(`/community/${post.id}#comment-${id}`)
  await page.getByRole('button', { name: /^Unmark answer/ }).click()
  await expect(page.getByRole('link', { name: 'Answered: go to the answer' })).toBeHidden()
})
