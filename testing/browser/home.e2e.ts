import type { Page } from '@playwright/test'
import { violationsOf } from './accessibility.ts'
import { answerGames, expect, test } from './test.ts'

const cardsIn = (page: Page, row: string) => page.locator(`section:has(h2:text-is("${row}")) a.card`)

test('a phone shows ten games without scrolling, and tiles of the board do not move while the last ones load', async ({
  page,
}) => {
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

  await page.setViewportSize({ width: 1280, height: 900 })
  const tops = await page.evaluate(() => {
    const tiles = [...document.querySelectorAll('.board-small > a')]
    const topsOf = () => tiles.slice(0, 2).map((tile) => tile.getBoundingClientRect().toJSON() as object)
    const whole = topsOf()
    for (const tile of tiles.slice(2)) tile.remove()
    return [whole, topsOf()]
  })
  expect(tops[1]).toEqual(tops[0])
})

test("today's puzzle is on the board, and the next day's after midnight UTC", async ({ page }) => {
  const board = page.getByRole('region', { name: 'Welcome' })
  const puzzle = board.getByRole('link', { name: /Today’s puzzle/ })
  await page.clock.install()
  await page.goto('/')
  const daysSinceFirst = () => Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 86_400_000)
  await expect(async () => {
    await expect(puzzle).toContainText(`Lamplighter No. ${daysSinceFirst() + 1}, `, { timeout: 1000 })
  }).toPass()
  await expect(puzzle).toContainText(/\d by \d/)
  const number = Number(/No\. (\d+)/.exec((await puzzle.textContent()) ?? '')?.[1])
  await page.clock.fastForward(86_400_000)
  await expect(puzzle).toContainText(`Lamplighter No. ${number + 1}, `)
  await puzzle.click()
  await expect(page).toHaveURL(/\/games\/lamplighter#daily$/)
})

test('a visitor who has played sees similar games, which no nearby row contains, and nobody else does', async ({
  page,
}) => {
  await answerGames(page)
  await page.goto('/', { waitUntil: 'networkidle' })
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
  expect(await violationsOf(page, { only: '[aria-labelledby^="because-you-played"]' })).toEqual([])
})
