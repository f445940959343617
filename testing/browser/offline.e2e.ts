import type { Page } from '@playwright/test'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

// What the browser logs for a failed request.
test.use({ expectedErrors: [/.*/] })

/** Fails scripts that are not loaded yet, as if the portal were down or had a new build. */
async function failParts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
}

const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title })

test('a part that fails to load is reported, and the page and its game still work', async ({ page, context }) => {
  await signedInPlayer(context)
  await page.goto('/games/2048')
  const game = page.locator('.stage iframe')
  await expect(game).toBeVisible()
  await failParts(page)
  await page.getByRole('combobox', { name: 'Search games' }).first().fill('car')
  await expect(toast(page, 'This part failed to load')).toBeVisible()
  await expect(page.getByText('Searching...')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(game).toBeVisible()
  const menu = page.locator('header .user-trigger')
  const failed = page.waitForResponse((response) => response.status() === 404)
  await menu.click()
  await failed
  await expect(page.locator('.user-menu')).toBeHidden()
  await page.unroute('**/assets/*.js')
  await toast(page, 'This part failed to load').getByRole('button', { name: 'Close' }).click()
  await menu.click()
  await expect(page.locator('.user-menu')).toBeHidden()
  const reloaded = page.waitForEvent('domcontentloaded')
  await toast(page, 'This part failed to load').getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await page.getByRole('combobox', { name: 'Search games' }).first().fill('2048')
  await expect(page.getByRole('option', { name: /2048/ }).first()).toBeVisible()
})

test('a link on a page of an older build works at the first click', async ({ page }) => {
  await page.goto('/terms')
  await failParts(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About' })
  const prefetched = page.waitForEvent('console', { predicate: (said) => said.text().includes('loading route module') })
  await link.hover()
  await prefetched
  const { origin } = new URL(page.url())
  await expect(page).toHaveURL(`${origin}/terms`)
  await link.click()
  await expect(page).toHaveURL(`${origin}/about`)
})

test('a link clicked before the scripts of an older build have failed works', async ({ page, baseURL }) => {
  let isClicked = () => {}
  const clicked = new Promise<void>((resolve) => (isClicked = resolve))
  await page.route('/about', async (route) => {
    isClicked()
    await page.waitForResponse((answer) => answer.request().method() === 'HEAD')
    await route.continue()
  })
  await page.route('**/assets/*.js', async (route) => {
    if (route.request().method() === 'HEAD') await clicked
    await route.fulfill({ status: 404, body: '' })
  })
  const failed = page.waitForRequest((request) => request.method() === 'HEAD')
  await page.evaluate((address) => location.assign(address), `${baseURL}/terms`)
  await failed
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('a tab shown on a new day without a connection stays on its page and retries', async ({ page, context }) => {
  await page.clock.install()
  await signedInPlayer(context)
  await page.goto('/games/2048')
  await expect(page.locator('.stage iframe')).toBeVisible()
  await page.route(/readyz|\.data/, (route) => route.abort())
  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(1000)
  await expect(page.locator('.stage iframe')).toBeVisible()
  await page.unroute(/readyz|\.data/)
  const asked = page.waitForResponse(
    (answer) => answer.url().includes('/_root.data') || answer.url().includes('2048.data'),
  )
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await asked).status()).toBe(200)
})

test('a page without a response reports that the browser is offline, and loads once it is online', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('link', { name: 'Originals' }).first().hover()
  await page.route(/\.data/, (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.unroute(/\.data/)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Playhall')
})

test('a failed page shows its status and can be reloaded', async ({ page }) => {
  for (const status of [500, 502, 503]) {
    await page.goto('/terms')
    await page.route(/\.data/, (route) => route.fulfill({ status, contentType: 'text/plain', body: 'failed' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('main').getByRole('img', { name: String(status) })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Browse Games' })).toBeVisible()
    await page.unroute(/\.data/)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Playhall')
  }
})
