import type { Page } from '@playwright/test'
import { createPlayer, type PlayerRow } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { blockPlayer, openPortalDatabase, signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

/** Creates posts with a unique word, so that a search for it shows only this test's posts. */
async function fillBoard(word: string, count: number): Promise<PlayerRow> {
  await openPortalDatabase()
  const author = await createPlayer()
  for (let at = 1; at <= count; at++)
    await createPost({
      playerId: author.id,
      title: `${word} ${at}`,
      content: `${'What I saw there was long. '.repeat(at === count ? 12 : 2)}The end of ${at}.`,
      type: at % 2 ? 'question' : 'discussion',
      tags: ['one', 'two', 'three', 'four', 'five'].slice(0, at % 6),
      likes: at % 7,
    })
  return author
}

const cards = (page: Page) => page.locator('.post-card h2')
const newWord = () => `word${Math.random().toString(36).slice(2, 10)}`

test('a post is found by search and type, and Back restores the position with all loaded posts', async ({ page }) => {
  const word = newWord()
  await fillBoard(word, 50)
  await page.goto('/community')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(` ${word} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/community?search=${word}`)
  await expect(cards(page)).toHaveCount(20)
  await expect(cards(page).first()).toHaveText(`${word} 50`)
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toHaveValue(word)
  expect(await violationsOf(page)).toEqual([])

  const first = page.locator('.post-card').first()
  await expect(first).not.toContainText('The end of 50.')
  await first.getByRole('link', { name: 'Read more' }).click()
  await expect(first).toContainText('The end of 50.')
  await first.getByRole('link', { name: 'Read less' }).click()
  await expect(first).not.toContainText('The end of 50.')

  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(40)
  await expect(page.getByRole('link', { name: `${word} 30`, exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(50)
  await expect(page.getByRole('link', { name: 'Load more' })).toBeHidden()

  const far = page.getByRole('link', { name: `${word} 7`, exact: true })
  await far.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await far.click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} 7` })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(50)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  await page.getByRole('navigation', { name: 'Post types' }).getByRole('link', { name: 'Tips' }).click()
  await expect(page).toHaveURL(`/community?type=question&search=${word}`)
  await expect(cards(page).first()).toHaveText(`${word} 49`)
  await page.getByRole('navigation', { name: 'Posts', exact: true }).getByRole('link', { name: 'Popular' }).click()
  await expect(page).toHaveURL(`/community?tab=popular&type=question&search=${word}`)
  await expect(cards(page).first()).toHaveText(`${word} 41`)

  const more = await page.getByRole('link', { name: 'Load more' }).getAttribute('href')
  await page.goto(more!)
  await page.getByRole('link', { name: 'Show previous posts' }).press('Enter')
  await expect(page).toHaveURL(`/community?tab=popular&type=question&search=${word}`)
  await expect(page.getByRole('main')).toBeFocused()
})

test('an author sees their own posts, and deletes one from its card with the keyboard', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  const word = newWord()
  await createPost({ playerId: player.id, title: `${word} stays` })
  await createPost({ playerId: player.id, title: `${word} goes` })
  await page.goto('/community')
  await page.getByRole('link', { name: 'My Posts' }).click()
  await expect(page).toHaveURL('/community?tab=my-posts')
  await expect(cards(page)).toHaveText([`${word} goes`, `${word} stays`])
  const menu = page.getByRole('button', { name: 'Your post' }).first()
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Delete' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Delete' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete Post' }).click()
  await expect(page.locator('.toast', { hasText: 'Post deleted successfully' })).toBeVisible()
  await expect(page).toHaveURL('/community')
  await page.goto('/community?tab=my-posts')
  await expect(cards(page)).toHaveText([`${word} stays`])
})

test('the posts of a blocked player disappear from all loaded posts, also after Back', async ({ page, context }) => {
  await signedInPlayer(context)
  const word = newWord()
  const blocked = await createPlayer()
  await createPost({ title: `${word} stays` })
  await createPost({ title: `${word} goes`, playerId: blocked.id })
  await fillBoard(word, 20)
  await page.goto(`/community?search=${word}`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(22)
  await blockPlayer(page, page.locator('.post-card', { hasText: `${word} goes` }), blocked)
  await expect(cards(page)).toHaveCount(21)
  await expect(cards(page).last()).toHaveText(`${word} stays`)
  await page.getByRole('link', { name: `${word} stays`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} stays` })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(21)
})

test('the board and its help are usable at 320 pixels, and the board fits each screen', async ({ page }) => {
  const word = newWord()
  await fillBoard(word, 3)
  for (const path of ['/help', `/community?search=${word}`]) {
    await page.goto(path)
    await expectToFit(page, [320], path)
    expect(await violationsOf(page)).toEqual([])
  }
  await expectToFit(page, [390, 768, 1280, 1680], 'the board')
})
