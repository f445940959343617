import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../app/db/connection.server.ts'
import { sessions } from '../app/db/schema/accounts.server.ts'
import { gameReactions, recentGames } from '../app/db/schema/games.server.ts'
import { wishlistEntries } from '../app/db/schema/wishlist.server.ts'
import { signIn } from '../tests/players.ts'
import { openPortalDatabase, signedInPlayer } from './players.ts'
import { answerGames, expect, test } from './test.ts'

const GAME = '/games/ladders-snails'

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

const heartOnBar = (page: Page) => page.locator('.player-bar').getByRole('button', { name: 'Add to wishlist' })

const rowOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Titles of the cards of a row, once they are there. */
const titlesOf = (page: Page, title: string) => rowOf(page, title).locator('.card-title')

/** Plays a game until the browser or the server has noted it. */
async function play(page: Page, path: string): Promise<void> {
  const told = page.waitForResponse((answer) => answer.url().endsWith('/views'))
  await page.goto(path)
  await told
}

/** How far a page moved by itself since it came. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => {})
        observer.observe({ type: 'layout-shift', buffered: true })
        // What happened up to the frame after next is buffered by then.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const entries = observer.takeRecords() as (PerformanceEntry & { value: number })[]
            resolve(entries.reduce((sum, { value }) => sum + value, 0))
          }),
        )
      }),
  )

const wishesOf = async (playerId: string) =>
  (await database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, playerId))).length

test('what a visitor wishes for and plays is theirs once they sign in', async ({ page, context }) => {
  await answerGames(page)
  await play(page, '/games/turbo-blocks')
  await play(page, GAME)
  const heart = heartOnBar(page)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const asked = toast(page, 'Please login to add games to your wishlist')
  await expect(asked.getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(GAME)}`,
  )

  await page.goto('/')
  await expect(titlesOf(page, 'Continue playing')).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  expect(await shiftOf(page)).toBeLessThan(0.005)

  const player = await signedInPlayer(context)
  await page.reload()
  await expect(toast(page, 'Moved into your account: 1 wish and 2 recently played games')).toBeVisible()
  await expect(titlesOf(page, 'Continue playing')).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(titlesOf(page, 'My Wishlist')).toHaveText(['Ladders & Snails'])
  expect(await wishesOf(player.id)).toBe(1)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /wishes|recent/.test(key)))).toEqual([])

  await page.reload()
  await expect(titlesOf(page, 'Continue playing')).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(toast(page, 'Moved into your account')).toHaveCount(0)
  expect(await shiftOf(page)).toBeLessThan(0.005)
})

test('two tabs that come back signed in move things once and say it once', async ({ page, context }) => {
  await answerGames(page)
  await play(page, GAME)
  await heartOnBar(page).click()
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto('/games')
  const player = await signedInPlayer(context)
  const moves: string[] = []
  for (const tab of [page, other]) {
    tab.on('request', (request) => request.url().endsWith('/kept') && moves.push(request.url()))
  }
  await Promise.all([page.goto('/games'), other.goto('/games')])
  const said = () =>
    Promise.all([page, other].map((tab) => toast(tab, 'Moved into your account').count())).then(([a, b]) => a! + b!)
  await expect.poll(said).toBe(1)
  expect(moves).toHaveLength(1)
  expect(await wishesOf(player.id)).toBe(1)
})

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: [/\/kept/] })

  test('moves nothing twice, and is said once', async ({ page, context }) => {
    await answerGames(page)
    await play(page, GAME)
    await heartOnBar(page).click()
    const player = await signedInPlayer(context)
    await page.route('**/kept', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/kept'))
    await page.goto('/games')
    await lost
    await expect.poll(() => wishesOf(player.id)).toBe(1)
    await expect(toast(page, 'Moved into your account')).toHaveCount(0)
    await page.unroute('**/kept')
    await page.reload()
    await expect(toast(page, 'Moved into your account: 1 wish and 1 recently played game')).toBeVisible()
    expect(await wishesOf(player.id)).toBe(1)
  })
})
