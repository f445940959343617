import { readdirSync } from 'node:fs'
import type { Frame, Page } from '@playwright/test'
import { BUNDLED } from './bundled-games.ts'
import { answerGames, expect, paint, test } from './test.ts'

const originals = readdirSync('originals', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(`originals/${entry.name}`).includes('game.json'))
  .map((entry) => entry.name)

// Tests draw canvases in software, so fewer pixels make faster frames.
test.use({ viewport: { width: 1024, height: 640 } })

async function openGame(page: Page, slug: string): Promise<Frame> {
  // Added before the game's own listeners and read after them: what happened to a key that the game received.
  await page.addInitScript(() => {
    window.addEventListener(
      'keydown',
      (event) => setTimeout(() => Object.assign(window, { lastKeyCancelled: event.defaultPrevented })),
      true,
    )
  })
  await page.goto(`/games/${slug}`)
  await expect(page.locator('iframe')).toBeFocused()
  await expect(page.locator('.stage-game .loader')).toHaveCount(0)
  return page.frames().find((frame) => frame.url().includes(`/play/${slug}/`)) as Frame
}

const hasKeyboard = (page: Page) => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')

async function leaveBy(page: Page, key: string): Promise<void> {
  for (let presses = 0; presses < 40 && (await hasKeyboard(page)); presses++) await page.keyboard.press(key)
  expect(await hasKeyboard(page), key).toBe(false)
}

for (const slug of [...originals, ...BUNDLED]) {
  test(`${slug} releases the keyboard`, async ({ page }) => {
    const game = await openGame(page, slug)

    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => game.evaluate(() => 'lastKeyCancelled' in window && window.lastKeyCancelled)).toBe(false)
    await page.locator('iframe').focus()
    await leaveBy(page, 'Tab')
    await page.locator('iframe').focus()
    await leaveBy(page, 'Shift+Tab')

    await page.locator('iframe').focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('group', { name: 'Actions for' })).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.stage-bar') !== null)).toBe(true)
  })
}

test('the page explains once how to leave the game by keyboard', async ({ page }) => {
  await page.clock.install()
  await answerGames(page)
  await openGame(page, '2048')
  const hint = page.locator('.stage-bar').getByText('Press Esc to leave the game’s controls')
  await expect(hint.last()).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(hint).toHaveCount(0)
  await page.locator('.more-games a').first().click()
  await expect(page.locator('.stage-game iframe')).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('a game without the focus cannot move it, and does not pause if it is turn-based', async ({ page }) => {
  const game = await openGame(page, '2048')
  await page.getByRole('button', { name: 'Fullscreen' }).focus()
  await game.evaluate(() => window.parent.postMessage({ playhall: 1, type: 'leave' }, '*'))
  // This message arrives before the page's own: messages are delivered in order.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'heard' && resolve())
        postMessage('heard', '*')
      }),
  )
  await paint(page)
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeFocused()
  await expect(page.frameLocator('iframe').getByRole('button', { name: /Paused/ })).toBeHidden()
})

test('the field of Minesweeper has the keyboard when the game starts and after a pause', async ({ page }) => {
  const game = await openGame(page, 'minesweeper')
  const here = () => game.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('ArrowRight')
  expect(await here()).toBe('Row 1, column 2: closed')
  await page.keyboard.press('Space')
  await expect.poll(here).toBe('Row 1, column 2: empty')
  await page.keyboard.press('p')
  const paused = page.frameLocator('iframe').getByRole('button', { name: /Paused/ })
  await expect(paused).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('p')
    await expect(paused).toBeHidden({ timeout: 300 })
  }).toPass({ intervals: [100] })
  await page.keyboard.press('ArrowDown')
  expect(await here()).toContain('Row 2, column 2')
})
