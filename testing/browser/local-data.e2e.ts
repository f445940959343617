import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { recentGames } from '../../app/db/schema/game-activity.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { recordRecentGame } from '../../app/games/recent/recent-games.server.ts'
import { shiftOf } from './layout-shift.ts'
import { signedInPlayer } from './players.ts'
import { answerGames, expect, holdNext, paint, test } from './test.ts'
import { collectToasts, GAME, heartOnBar, toast, wishesOf } from './wishes.ts'

/** A small page: every page moves local data. */
const LIGHT = '/terms'

/** More than fonts that load late move. A line of the greeting that appears late moves 0.076. */
const SHIFT = 0.01

const rowOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** The titles of a row's cards, once they are loaded. */
const titlesOf = (page: Page, title: string) => rowOf(page, title).locator('.card-title')

/** The row of recent games, whose name depends on whether similar games fill it. */
const playedRow = (page: Page) => page.getByRole('region', { name: /^Continue playing/ })

/** The titles of the recent games; only these can be removed. */
const playedOf = (page: Page) => playedRow(page).locator('li:has([title="Remove"]) .card-title')

/** Plays a game until the browser or the server has recorded it. */
async function play(page: Page, path: string): Promise<void> {
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/views'))
  await page.goto(path)
  await counted
}

/** The number of tabs that are moving local data or waiting to. */
const movesUnderWay = (page: Page) =>
  page.evaluate(() => navigator.locks.query().then(({ held, pending }) => [held, pending].flat()))

const idOf = async (slug: string) =>
  (await database().select({ id: games.id }).from(games).where(eq(games.slug, slug)))[0]!.id

const playedBy = async (playerId: string) =>
  (await database().select().from(recentGames).where(eq(recentGames.playerId, playerId))).length

test('a visitor’s wishlist and recent games move into the account at sign-in', async ({ page, context }) => {
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
  await expect(playedOf(page)).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  const filled = page.getByRole('region', { name: 'Continue playing & more' }).locator('.card')
  await expect(filled).toHaveCount(8)
  expect(new Set(await filled.evaluateAll((cards) => cards.map((card) => card.getAttribute('href')))).size).toBe(8)
  expect(await shiftOf(page)).toBeLessThan(SHIFT)

  const player = await signedInPlayer(context)
  await page.reload()
  await expect(toast(page, 'Moved to your account: 1 wish and 2 recently played games')).toBeVisible()
  await expect(playedOf(page)).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(titlesOf(page, 'My Wishlist')).toHaveText(['Ladders & Snails'])
  expect(await wishesOf(player.id)).toBe(1)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /wishes|recent/.test(key)))).toEqual([])

  // The greeting keeps its height when the fonts load late.
  const fonts = await Promise.all(['text', 'display'].map((name) => holdNext(page, `**/${name}-*.woff2`)))
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(playedOf(page)).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(toast(page, 'Moved to your account')).toHaveCount(0)
  await paint(page)
  for (const release of fonts) release()
  await page.evaluate(() => document.fonts.ready)
  expect(await shiftOf(page)).toBeLessThan(SHIFT)
})

test.describe('while the cards of saved games fail to load', () => {
  test.use({ expectedErrors: [/\/wishlist\/cards/] })

  test('a visitor’s wishlist reports it, and then shows the games, which can be removed', async ({ page }) => {
    await answerGames(page)
    for (const game of [GAME, '/games/lamplighter']) {
      await page.goto(game)
      await heartOnBar(page).click()
      await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    }
    await page.route('**/wishlist/cards*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/wishlist')
    const saved = rowOf(page, 'Saved on this device')
    await expect(saved.getByRole('alert')).toHaveText(/Your saved games failed to load\./)
    await page.unroute('**/wishlist/cards*')
    await saved.getByRole('button', { name: 'Try again' }).click()
    await expect(saved.locator('.card-title')).toHaveText(['Lamplighter', 'Ladders & Snails'])
    // Removing a game needs no request.
    await page.route('**/wishlist/cards*', (route) => route.fulfill({ status: 503 }))
    await saved.getByRole('button', { name: /Lamplighter/ }).press('Enter')
    await expect(saved.locator('.card-title')).toHaveText(['Ladders & Snails'])
    await expect(page.locator('#main')).toBeFocused()
    await saved.getByRole('button', { name: /wishlist/ }).click()
    await expect(saved).toHaveCount(0)
  })
})

test('two tabs that return signed in move local data once and report it once', async ({ page, context }) => {
  await answerGames(page)
  await play(page, GAME)
  await heartOnBar(page).click()
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto(LIGHT)
  const player = await signedInPlayer(context)
  const moves: string[] = []
  const heard = await Promise.all([collectToasts(page), collectToasts(other)])
  for (const tab of [page, other]) {
    tab.on('request', (request) => request.url().endsWith('/kept') && moves.push(request.url()))
  }
  await Promise.all([page.goto(LIGHT), other.goto(LIGHT)])
  const said = ['Moved to your account: 1 wish and 1 recently played game']
  // The day's first visit is reported as well.
  const messages = () => heard.flat().filter((text) => text.startsWith('Moved'))
  await expect.poll(messages).toEqual(said)
  // Both tabs have run once none waits for the lock.
  await expect.poll(() => movesUnderWay(page)).toEqual([])
  expect(messages()).toEqual(said)
  expect(moves).toHaveLength(1)
  expect(await wishesOf(player.id)).toBe(1)
})

test.describe('a lost response', () => {
  test.use({ expectedErrors: [/\/kept/] })

  test('moves nothing twice, and is reported once', async ({ page, context }) => {
    await answerGames(page)
    await play(page, GAME)
    await heartOnBar(page).click()
    const player = await signedInPlayer(context)
    await page.route('**/kept', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/kept'))
    await page.goto(LIGHT)
    await lost
    await expect.poll(() => wishesOf(player.id)).toBe(1)
    await expect(toast(page, 'Moved to your account')).toHaveCount(0)
    await page.unroute('**/kept')
    await page.reload()
    await expect(toast(page, 'Moved to your account: 1 wish and 1 recently played game')).toBeVisible()
    expect(await wishesOf(player.id)).toBe(1)
  })
})

test('entries that do not fit into the account stay in the browser, which reports it once', async ({
  page,
  context,
}) => {
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('playhall:wishes') ?? '[]') as { id: number }[])
  await page.goto('/category/puzzle')
  for (const name of ['2048', 'Minesweeper'])
    await page.getByRole('button', { name: `Add ${name} to wishlist` }).click({ force: true })
  const [latest, older] = await kept()
  const player = await signedInPlayer(context)
  // As if the wishlist contained 999 games.
  await page.route('**/kept', async (route) => {
    const { wishes } = route.request().postDataJSON() as { wishes: { id: number }[] }
    const [moved, left] = [[latest!.id], [older!.id]].map((ids) =>
      ids.filter((id) => wishes.some((one) => one.id === id)),
    )
    await route.fulfill({ json: { wishes: { moved, left }, recent: 0 } })
  })
  await page.goto(LIGHT)
  const said = toast(page, 'Moved to your account: 1 wish')
  await expect(said).toContainText('1 wish did not fit: a wishlist holds 1,000 games.')
  expect((await kept()).map(({ id }) => id)).toEqual([older!.id])
  const asked = page.waitForResponse('**/kept')
  await page.reload()
  await asked
  await expect.poll(() => movesUnderWay(page)).toEqual([])
  await expect(toast(page, 'did not fit')).toHaveCount(0)
  expect((await kept()).map(({ id }) => id)).toEqual([older!.id])

  await page.unroute('**/kept')
  await page.reload()
  await expect(toast(page, 'Moved to your account: 1 wish')).toBeVisible()
  expect(await kept()).toEqual([])
  expect(await wishesOf(player.id)).toBe(1)
})

for (const who of ['a visitor', 'a player'] as const) {
  test(`${who} removes games from the row of recent games`, async ({ page, context }) => {
    await answerGames(page)
    const player = who === 'a player' ? await signedInPlayer(context) : null
    // The first test shows that the server records what a player plays.
    if (player)
      for (const slug of ['turbo-blocks', 'ladders-snails']) await recordRecentGame(player.id, await idOf(slug))
    else for (const path of ['/games/turbo-blocks', GAME]) await play(page, path)
    await page.goto('/')
    const titles = playedOf(page)
    await expect(titles).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
    await page.getByRole('button', { name: 'Remove Ladders & Snails from Continue playing' }).focus()
    await page.keyboard.press('Enter')
    await expect(titles).toHaveText(['Turbo Blocks'])
    await expect(page.getByRole('button', { name: 'Remove Turbo Blocks from Continue playing' })).toBeFocused()
    if (player) await expect.poll(() => playedBy(player.id)).toBe(1)
    await page.reload()
    await expect(titles).toHaveText(['Turbo Blocks'])
    const because = page.getByRole('heading', { name: /^Because you played/ })
    await expect(because).toBeVisible()
    await page.getByRole('button', { name: 'Clear: Continue playing' }).click()
    await expect(playedRow(page)).toBeHidden()
    await expect(because).toBeHidden()
    await expect(toast(page, 'Your recently played games have been cleared')).toBeVisible()
    if (player) expect(await playedBy(player.id)).toBe(0)
    else expect(await page.evaluate(() => localStorage.getItem('playhall:recent') ?? '[]')).toBe('[]')
  })
}

test('the focus stays in the row of recent games when a further game takes the place of a removed one', async ({
  page,
}) => {
  await answerGames(page)
  await play(page, GAME)
  await page.evaluate(() => {
    const [game] = JSON.parse(localStorage.getItem('playhall:recent')!) as { id: number; title: string }[]
    const games = Array.from({ length: 13 }, (_, at) => ({ ...game, id: game!.id + at, title: `Game ${at}` }))
    localStorage.setItem('playhall:recent', JSON.stringify(games))
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Remove Game 3 from Continue playing' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Game 4 from Continue playing' })).toBeFocused()
  await expect(playedOf(page).last()).toHaveText('Game 12')
})

test('unexpected data in local storage causes no error', async ({ page }) => {
  await answerGames(page)
  for (const text of [
    '{"a":1}',
    '[{"id":1,',
    '[null,1,"x",{"id":"1"},{"id":1,"slug":"../../x","at":1},{"id":-1,"at":1}]',
  ]) {
    // The script of the last text runs last.
    await page.addInitScript((found) => {
      for (const key of ['playhall:wishes', 'playhall:recent']) localStorage.setItem(key, found)
    }, text)
    await page.goto('/')
    await expect(rowOf(page, 'Featured Games'), text).toBeVisible()
    await expect(playedRow(page), text).toBeHidden()
    await page.goto(GAME)
    await heartOnBar(page).click()
    await expect(heartOnBar(page), text).toHaveAttribute('aria-pressed', 'true')
  }
})

test('a browser without storage makes no promise that it cannot keep', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await answerGames(page)
  await play(page, GAME)
  await heartOnBar(page).click()
  const said = toast(page, 'Please login to add games to your wishlist')
  await expect(said).toBeVisible()
  await expect(said).not.toContainText('This browser remembers it')
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/')
  await expect(rowOf(page, 'Featured Games')).toBeVisible()
  await expect(playedRow(page)).toBeHidden()
})
