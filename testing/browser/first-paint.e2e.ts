import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Opens a page whose script loads once the returned function is called; `goto` would wait for the script. */
async function openWithoutScript(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const come = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await come
    await route.continue()
  })
  await page.evaluate((address) => location.assign(address), path)
  await page.waitForURL(path)
  await expect(page.locator('html:not([data-live]) footer')).toBeAttached()
  return release
}

test('a page is painted with its pictures before it requests any script', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate(() => location.assign('/'))
  await page.waitForURL('/')
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  const { painted, loaded, asked } = await page.evaluate(() => ({
    // When the page was drawn. The entry's start is when a busy machine showed it, in steps of 4 ms.
    painted: (performance.getEntriesByName('first-contentful-paint')[0] as PerformanceEntry & { paintTime: number })
      .paintTime,
    loaded: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(4)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
  expect(Math.min(...asked)).toBeGreaterThan(loaded)
})

/** Opens the home page without what lays out all of its rows after a while. */
async function openWithRowsFarBelow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.row { animation: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.goto('/')
}

test('rows far below are laid out when they come near, and stay laid out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 300 })
  await openWithRowsFarBelow(page)
  const isLaidOut = (at: number) =>
    page.evaluate(
      (which) =>
        [...document.querySelectorAll('.shelf')]
          .at(which)!
          .querySelector('a.card')!
          .checkVisibility({ contentVisibilityAuto: true }),
      at,
    )
  expect(await isLaidOut(-1)).toBe(false)
  await page.locator('.shelf').last().scrollIntoViewIfNeeded()
  await expect.poll(() => isLaidOut(-1)).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await isLaidOut(-1)).toBe(true)
})

test('rows far below have their final height, so that nothing moves before a click', async ({ page }) => {
  for (const width of [320, 390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 300 })
    await openWithRowsFarBelow(page)
    const [waiting, laidOut] = await page.evaluate(() => {
      const heights = () => rows.map((row) => Math.round(row.getBoundingClientRect().height * 4) / 4)
      const rows = [...document.querySelectorAll<HTMLElement>('.shelf > .row')]
      const waits = rows.map((row) => !row.querySelector('a')!.checkVisibility({ contentVisibilityAuto: true }))
      const before = heights()
      for (const row of rows) row.style.contentVisibility = 'visible'
      return [before.filter((_, at) => waits[at]), heights().filter((_, at) => waits[at])]
    })
    expect(waiting.length, `at ${width}`).toBeGreaterThan(2)
    expect(waiting, `at ${width}`).toEqual(laidOut)
  }
})

test('an arrow of the carousel pressed before the script has loaded acts once, after it has', async ({ page }) => {
  await page.goto('/terms')
  const release = await openWithoutScript(page, '/')
  const row = page.getByRole('region', { name: 'Featured Games' }).locator('ul')
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  expect(await row.evaluate((list) => list.scrollLeft)).toBe(0)
  await page.evaluate(() => {
    const html = document.documentElement
    addEventListener('click', () => (html.dataset.clicks = `${html.dataset.clicks ?? ''}1`))
  })
  release()
  await expect(page.locator('html[data-live]')).toHaveAttribute('data-clicks', '1')
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
  await expect(previous).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Featured Games' }).locator('.bulb').first()).not.toHaveAttribute(
    'data-lit',
  )
})

test('links work and menus open before the script has loaded', async ({ page }) => {
  await page.goto('/terms')
  const release = await openWithoutScript(page, '/about')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.locator('#more')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  release()
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await expect(page.locator('#more')).toBeVisible()
})

test.describe('a script that fails to load', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is reported where a game needs it, and requested again at the next touch', async ({ page }) => {
    await page.goto('/terms')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.evaluate(() => location.assign('/games/2048'))
    await expect(page.getByText('The game failed to load.')).toBeVisible()
    await expect(page.getByText('Loading 2048')).toBeHidden()
    await page.unroute('**/assets/*.js')
    await page.getByRole('link', { name: 'Reload the page' }).click()
    await expect(page.locator('html[data-live]')).toBeAttached()
    await expect(page.getByText('The game failed to load.')).toBeHidden()
    await expect(page.frameLocator('iframe').locator('#board')).toBeVisible()
  })
})
