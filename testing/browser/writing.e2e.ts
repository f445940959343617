import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { comments } from '../../app/db/schema/community.server.ts'
import { NOT_NEW } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'
import { violationsOf } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, paint, test } from './test.ts'

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const content = (page: Page) => page.getByLabel('Content', { exact: true })
const tags = (page: Page) => page.getByRole('textbox', { name: 'Tags' })
const create = (page: Page) => page.getByRole('button', { name: 'Create Post' })

test.describe('with little motion', () => {
  test.use({ reducedMotion: 'reduce' } as object)

  test('a post is written in the board’s dialog by keyboard only', async ({ page, context }) => {
    await signedInPlayer(context, NOT_NEW)
    await page.goto('/community')
    const open = page.getByRole('link', { name: 'New Post' })
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create a Post' })
    await expect(dialog.getByRole('radio', { name: 'Discussion' })).toBeChecked()
    await expect(create(page)).toBeDisabled()
    expect(await violationsOf(page, { only: 'dialog[open]' })).toEqual([])

    await dialog.getByRole('radio', { name: 'Discussion' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Tips' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Gate four')
    await expect(dialog.getByText('9/200')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Brake')
    await tags(page).focus()
    await page.keyboard.type('racing')
    await page.keyboard.press('Enter')
    await page.keyboard.type('retro\nretro\n')
    await expect(dialog.getByText('2/5 tags used')).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: 'You have already added this tag' })).toBeVisible()
    await expect(tags(page)).toHaveAccessibleDescription('2/5 tags used You have already added this tag')
    await tags(page).fill('')
    await page.keyboard.press('Backspace')
    await expect(dialog.getByText('1/5 tags used')).toBeVisible()
    const game = dialog.getByRole('combobox', { name: 'Game', exact: true })
    await game.focus()
    await page.keyboard.type('lamplighter')
    await expect(dialog.getByRole('option').first()).toBeVisible()
    expect(await violationsOf(page, { only: 'dialog[open]' })).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Remove Lamplighter' })).toBeVisible()
    await expect(dialog.getByLabel('Link title')).toBeHidden()
    await dialog.getByLabel('Link', { exact: true }).fill('example.com')
    await dialog.getByLabel('Link title').fill('A map')

    await create(page).click()
    await expect(dialog.getByText('Content must be at least 10 characters')).toBeVisible()
    await expect(dialog.getByText('Please enter a valid URL starting with http:// or https://')).toBeVisible()
    await expect(content(page)).toBeFocused()
    expect(await violationsOf(page, { only: 'dialog[open]' })).toEqual([])
    await page.keyboard.press('End')
    await page.keyboard.type(' before the puddle.')
    await dialog.getByLabel('Link', { exact: true }).fill('https://example.com')

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveValue('Gate four')
    await create(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Success!')).toBeVisible()
    await expect(page.getByText('Your post has been created successfully.')).toBeVisible()
    await expect(page).toHaveURL(/\/community\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Gate four' })).toBeVisible()
    for (const words of ['Brake before the puddle.', 'A map', 'Tips']) {
      await expect(page.locator('.post').getByText(words, { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Play Lamplighter' })).toBeVisible()

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit your post' })).toBeVisible()
    await expect(title(page)).toHaveValue('Gate four')
    expect(await violationsOf(page)).toEqual([])
    await title(page).fill('Gate five')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Gate five' })).toBeVisible()
    await expect(page.locator('.post').getByText('edited')).toBeVisible()
  })
})

test.describe('when the session ends', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('the draft survives a reload, a lost session and a new sign-in, but nobody else sees it', async ({
    page,
    context,
  }) => {
    await signedInPlayer(context, NOT_NEW)
    const [session] = await context.cookies()
    await page.goto('/community/new')
    await title(page).fill('Gate four')
    await content(page).fill('Brake before the puddle.')
    await tags(page).fill('racing')
    await tags(page).press('Enter')
    await page.reload()
    await expect(title(page)).toHaveValue('Gate four')
    await expect(page.getByRole('button', { name: 'Remove racing' })).toBeVisible()
    await page.goto('/community/new?game=lamplighter&type=showcase')
    await expect(title(page)).toHaveValue('Gate four')
    await expect(page.getByRole('radio', { name: 'Showcase' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Remove Lamplighter' })).toBeVisible()
    await page.getByRole('radio', { name: 'Tips' }).check()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Tips' })).toBeChecked()

    await context.clearCookies()
    await create(page).click()
    await expect(page.getByText('You must be logged in to create a post').first()).toBeVisible()
    await context.addCookies([session!])
    await page.goto('/community/new')
    await expect(content(page)).toHaveValue('Brake before the puddle.')

    await context.clearCookies()
    await signedInPlayer(context, NOT_NEW)
    await page.goto('/community/new')
    await expect(title(page)).toHaveValue('')
    await context.clearCookies()
    await context.addCookies([session!])
    await page.goto('/community/new')
    await expect(title(page)).toHaveValue('')
  })
})

test('a draft is deleted when its post is accepted and when the player signs out', async ({ page, context }) => {
  await signedInPlayer(context, NOT_NEW)
  await page.goto('/community/new')
  await content(page).fill('Brake before the puddle.')
  await create(page).click()
  await expect(page).toHaveURL(/\/community\/\d+$/)
  await page.goto('/community/new')
  await expect(content(page)).toHaveValue('')
  await content(page).fill('Never to be read')
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(await kept()).toContain('Never to be read')
  await page.goto('/logout')
  await page.locator('main').getByRole('button').first().click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  expect(await kept()).not.toContain('Never to be read')
})

test('the draft of a comment survives a reload and is deleted once it is posted', async ({ page, context }) => {
  const post = await createPost({ playerId: (await signedInPlayer(context, NOT_NEW)).id })
  await page.goto(`/community/${post.id}`)
  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await comment.fill('Well done')
  await page.reload()
  await expect(comment).toHaveValue('Well done')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Comment added')).toBeVisible()
  await expect(comment).toHaveValue('')
  // An operator's decision is shown with the next load of the page's data, here by another comment.
  await database().update(comments).set({ state: 'removed', stateWhy: 'Not kind' }).where(eq(comments.postId, post.id))
  await comment.fill('Sorry')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.locator('.comment', { hasText: 'Well done' })).toContainText('Not kind')
  await expect(comment).toHaveValue('')
  await page.reload()
  await expect(comment).toHaveValue('')
})

test('the draft of an edit survives a reload, but not a cancel or another change of the comment', async ({
  page,
  context,
}) => {
  const player = await signedInPlayer(context, NOT_NEW)
  const post = await createPost({ playerId: player.id })
  const { id } = await createComment(player, post, { content: 'Well done' })
  const said = page.locator(`#comment-${id}`)
  const field = said.getByLabel('Your comment')
  const edit = async () => {
    await page.goto(`/community/${post.id}`)
    await said.getByRole('link', { name: 'Edit' }).click()
  }
  await edit()
  await field.fill('Well done indeed')
  await edit()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Well done indeed')
  await said.getByRole('link', { name: 'Cancel' }).click()
  await edit()
  await expect(field).toHaveValue('Well done')
  await field.fill('Typed over the first')
  await database().update(comments).set({ content: 'Said elsewhere meanwhile' }).where(eq(comments.id, id))
  await edit()
  await expect(field).toHaveValue('Said elsewhere meanwhile')
  await field.fill('The last word')
  await said.getByRole('button', { name: 'Save' }).click()
  await expect(said).toContainText('The last word')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('The last word')
})

test('a picture is chosen, removed, and posted', async ({ page, context }) => {
  await signedInPlayer(context, NOT_NEW)
  // The preview of the first picture appears when `decodeFirst` is called.
  await page.addInitScript(() => {
    const decode = window.createImageBitmap
    window.createImageBitmap = (source: ImageBitmapSource) =>
      new Promise((resolve) => {
        window.createImageBitmap = decode
        Object.assign(window, { decodeFirst: () => decode(source).then(resolve) })
      })
  })
  await page.goto('/community/new?game=lamplighter&type=showcase')
  await expect(page.getByRole('radio', { name: 'Showcase' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Remove Lamplighter' })).toBeVisible()
  const file = page.getByLabel('Picture', { exact: true })
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('none') })
  await expect(page.getByText('That is not a picture we can read.')).toBeVisible()
  await file.setInputFiles('public/social.png')
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(file).toBeVisible()
  await page.evaluate(() => (window as unknown as { decodeFirst(): Promise<void> }).decodeFirst())
  await paint(page)
  await expect(file).toBeVisible()
  await file.setInputFiles('public/social.png')
  await expect(page.getByText('social.png')).toBeVisible()
  await content(page).fill('Look what I have built.')
  await create(page).click()
  const picture = page.locator('.post-media')
  await expect(picture).toHaveAttribute('src', /^\/files\/post_pictures\//)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a visitor is asked to sign in, in a dialog that a click outside closes', async ({ page }) => {
  await page.goto('/community')
  await page.getByRole('link', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Post' })
  await expect(dialog.getByText('You must be logged in to create a post.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login?next=%2Fcommunity%2Fnew')

  // A press on its scrollbar would be a press outside, so a part of it scrolls instead.
  await page.setViewportSize({ width: 1280, height: 200 })
  expect(await dialog.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0)
  expect(await dialog.locator('.dialog-card').evaluate((card) => card.scrollHeight - card.clientHeight)).not.toBe(0)
  // A selection of text may end outside.
  await dialog.getByRole('heading').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
})
