import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { answerGames, expect, test } from './test.ts'

const cardsIn = (page: Page, row: string) => page.locator(`section:has(h2:text-is("${row}")) a.card`)

test('no game stands twice on the home page, and every row is full', async ({ page }) => {
  await page.goto('/')
  const games = await page
    .locator('main a[href^="/games/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(games.length).toBeGreaterThan(100)
  expect(games.filter((path, at) => games.indexOf(path) !== at)).toEqual([])
  const counts = await page.locator('main ul.row').evaluateAll((rows) => rows.map((row) => row.children.length))
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
})

test('on a phone eight games and the next row are seen without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const seen = await page.locator('main a[href^="/games/"] img').evaluateAll(
    (pictures) =>
      pictures.filter((picture) => {
        const { top, bottom, left, right } = picture.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
      }).length,
  )
  expect(seen).toBeGreaterThanOrEqual(10)
})

test("today's puzzle is on the board, and at midnight in UTC the next day's is", async ({ page }) => {
  const now = new Date()
  const number = Math.floor(now.getTime() / 86_400_000) - Date.UTC(2026, 0, 1) / 86_400_000 + 1
  const board = page.getByRole('region', { name: 'Welcome' })
  const puzzle = board.getByRole('link', { name: /Today’s puzzle/ })
  await page.goto('/')
  await expect(puzzle).toContainText(`Lamplighter No. ${number}, `)
  await expect(puzzle).toContainText(/\d by \d/)
  await page.clock.install({ time: now })
  await page.reload()
  await page.clock.fastForward(86_400_000 - (now.getTime() % 86_400_000) + 60_000)
  await expect(puzzle).toContainText(`Lamplighter No. ${number + 1}, `)
  await puzzle.click()
  await expect(page).toHaveURL(/\/games\/lamplighter#daily$/)
})

test('who has played sees games like it, which stand nowhere near, and nobody else does', async ({ page }) => {
  await answerGames(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Because you played/ })).toHaveCount(0)
  const played = cardsIn(page, 'New Games').nth(3)
  const title = (await played.getAttribute('title'))!
  const address = (await played.getAttribute('href'))!
  await page.goto(address)
  await expect(page.locator('.stage iframe')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playhall:recent'))).toContain(title)
  await page.goto('/')
  const row = `Because you played ${title}`
  await expect(page.getByRole('heading', { name: row })).toBeVisible()
  const alike = await cardsIn(page, row).evaluateAll((cards) => cards.map((card) => card.getAttribute('href')))
  expect(alike.length).toBeGreaterThanOrEqual(3)
  expect(alike).not.toContain(address)
  for (const near of ['Works on Your Phone', 'Two Players', 'Action'])
    for (const other of await cardsIn(page, near).evaluateAll((cards) =>
      cards.map((card) => card.getAttribute('href')),
    ))
      expect(alike).not.toContain(other)
  const { violations } = await new AxeBuilder({ page }).include('[aria-labelledby^="because-you-played"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})
