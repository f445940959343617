import type { FrameLocator } from '@playwright/test'
import { expect, test } from './test.ts'

/** Takes hints until a puzzle of Lamplighter is solved. */
async function takeHints(game: FrameLocator): Promise<void> {
  await game.getByRole('button', { name: 'Hint' }).evaluate((button: HTMLButtonElement) => {
    for (let hints = 0; hints < 60 && !button.disabled; hints++) button.click()
  })
}

test('the daily puzzle opens at its address, is solved by keyboard, and its result is copied out of the frame', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // A fixed day, which does not end during the test.
  await page.clock.setFixedTime('2026-11-24T12:00:00Z')
  await page.goto('/games/lamplighter#daily')
  const game = page.frameLocator('iframe[title="Lamplighter"]')
  await expect(game.getByRole('heading', { name: 'Today’s show' })).toBeVisible()
  await game
    .getByRole('group', { name: /^Wiring/ })
    .getByRole('button')
    .first()
    .press('h')
  const done = game.getByRole('heading', { name: 'The show can go on' })
  for (let hints = 0; hints < 120 && (hints % 8 || !(await done.isVisible())); hints++) await page.keyboard.press('h')
  await expect(done).toBeVisible()
  await game.getByRole('button', { name: 'Share' }).click()
  await expect(game.getByRole('button', { name: 'Copied' })).toBeVisible()
  const words = await page.evaluate(() => navigator.clipboard.readText())
  expect(words).toMatch(/^Lamplighter \d+, /)
  expect(words).toContain(new URL('/games/lamplighter#daily', page.url()).href)

  // The portal stores the result, and the calendar shows it.
  await page.goto('/games/lamplighter')
  await game.getByRole('button', { name: /^Past shows/ }).click()
  await expect(game.locator('.day.today')).toHaveAccessibleName(/1 of 3 stars/)
})

test('two tabs of a game lose none of each other’s progress', async ({ page, context }) => {
  const other = await context.newPage()
  const here = page.frameLocator('iframe[title="Lamplighter"]')
  const there = other.frameLocator('iframe[title="Lamplighter"]')
  for (const tab of [page, other]) await tab.goto('/games/lamplighter/play')
  await expect(here.getByRole('button', { name: 'Level 1, not done yet' })).toBeVisible()
  await there.getByRole('button', { name: 'Level 1, not done yet' }).click()
  await takeHints(there)
  await expect(there.getByRole('heading', { name: 'Level 1 is lit' })).toBeVisible()

  // The first tab receives the change and adds to it.
  await expect(here.getByRole('button', { name: 'Level 1, 1 of 3 stars' })).toBeVisible()
  await here.getByRole('button', { name: 'Level 2, not done yet' }).click()
  await here.getByRole('button', { name: 'Hint' }).click()
  await page.reload()
  await expect(here.getByRole('button', { name: 'Level 1, 1 of 3 stars' })).toBeVisible()
  await expect(here.getByRole('button', { name: 'Continue Level 2' })).toBeVisible()
})

test('a better result from another tab is preserved', async ({ page, context }) => {
  const other = await context.newPage()
  const frames = await Promise.all(
    [page, other].map(async (tab) => {
      await tab.goto('/games/2048/play')
      await expect(tab.frameLocator('iframe').locator('#board')).toBeVisible()
      return tab.frames().find((frame) => frame.url().includes('/play/2048/'))!
    }),
  )
  await frames[1]!.evaluate(() => localStorage.setItem('best', '4096'))
  await expect.poll(() => frames[0]!.evaluate(() => localStorage.getItem('best'))).toBe('4096')
})

test('Minesweeper remembers the shortest time of a board', async ({ page }) => {
  // The mines enclose one corner, so that opening the opposite corner opens every other square.
  await page.addInitScript(() => {
    const mines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    let next = 0
    Math.random = () => (mines[next++ % mines.length]! + 0.5) / 81
  })
  await page.goto('/play/minesweeper/')
  const square = (name: string) => page.getByRole('gridcell', { name })
  for (const [seconds, best] of [
    [20, '20'],
    [35, '20'],
    [7, '7'],
  ] as const) {
    const begun = Date.parse('2026-11-24T12:00:00Z')
    await page.clock.setFixedTime(begun)
    await page.getByRole('button', { name: 'New game' }).click()
    await square('Row 9, column 9').click()
    await page.clock.setFixedTime(begun + seconds * 1000)
    await square('Row 1, column 1').click()
    await expect(page.getByText(`Field cleared in ${seconds} seconds!`)).toBeVisible()
    await expect(page.locator('#best')).toHaveText(best)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true })

  test('a first-time visitor of the daily puzzle sees the rules, upright and on its side', async ({ page }) => {
    await page.goto('/games/lamplighter#daily')
    const rule = page.frameLocator('iframe').getByText('Tap turns right, hold turns left.')
    await expect(rule).toBeVisible()
    await expect(rule).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(rule).toBeInViewport({ ratio: 1 })
  })
})

test('a daily puzzle open at midnight still counts for its day, and the first screen shows the new day', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-11-23T23:30:00Z' })
  await page.goto('/games/lamplighter')
  const game = page.frameLocator('iframe[title="Lamplighter"]')
  await expect(game.getByRole('button', { name: /^Today’s show 23 Nov/ })).toBeVisible()
  await page.clock.fastForward('31:00')
  await expect(game.getByRole('button', { name: /^Today’s show 24 Nov/ })).toBeVisible()

  await page.clock.setFixedTime('2026-11-24T23:59:30Z')
  await game.getByRole('button', { name: /^Today’s show/ }).click()
  await expect(game.getByRole('heading', { name: 'Today’s show' })).toBeVisible()
  await page.clock.setFixedTime('2026-11-25T00:00:30Z')
  await page.clock.runFor(2000)
  await expect(game.getByRole('heading', { name: 'Past show' })).toBeVisible()
  await expect(game.getByText('Begun on its day, it still counts.')).toBeVisible()
  await takeHints(game)
  await page.clock.runFor(5000)
  await game.getByRole('button', { name: 'Past shows' }).click()
  await expect(game.locator('.day', { hasText: '24' })).toHaveAccessibleName(/1 of 3 stars$/)
})

test('Enter starts, and Esc goes back one screen and finally to the page', async ({ page }) => {
  await page.goto('/games/lamplighter')
  await expect(page.locator('iframe')).toBeFocused()
  const game = page.frameLocator('iframe[title="Lamplighter"]')
  await expect(game.getByRole('button', { name: /^Start/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(game.getByRole('heading', { name: 'Level 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(game.getByRole('button', { name: /^Start/ })).toBeFocused()
  await expect(page.locator('iframe')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Actions for' })).toBeFocused()
})

test('Rooftop Relay pauses with P and goes on with P', async ({ page }) => {
  await page.goto('/play/rooftop-relay/')
  const paused = page.getByRole('button', { name: 'Go on' })
  // Again after a run that ended before it was paused.
  await expect(async () => {
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible({ timeout: 300 })
    await page.keyboard.press('p')
    await expect(paused).toBeVisible({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('p')
  await expect(paused).toBeHidden()
})
