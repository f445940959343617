import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { recentGames } from '../../app/db/schema/game-activity.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import { createGame } from '../fixtures/games.ts'
import { signIn } from '../fixtures/players.ts'
import { shiftOf } from './layout-shift.ts'
import { signedInPlayer } from './players.ts'
import { answerGames, expect, test } from './test.ts'

const GAME = '/games/ladders-snails'

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** Collects the titles of all toasts from a tab's next page on, since each is visible for a few seconds only. */
async function collectToasts(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('addToast', (title: string) => heard.push(title))
  await page.addInitScript(() => {
    const { addToast } = window as unknown as { addToast: (title: string) => void }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.toast'))
            addToast(node.querySelector('strong')?.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  return heard
}

const heartOnBar = (page: Page) => page.locator('.stage-bar').getByRole('button', { name: 'Add to wishlist' })

const rowOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** The titles of a row's cards, once they are loaded. */
const titlesOf = (page: Page, title: string) => rowOf(page, title).locator('.card-title')

/** The row of recent games, whose name depends on whether similar games fill it. */
const playedRow = (page: Page) => page.getByRole('region', { name: /^Continue playing/ })

/** The titles of the recent games; only these can be removed. */
const playedOf = (page: Page) => playedRow(page).locator('li:has([title="Remove"]) .card-title')

/** Plays a game until the browser or the server has recorded it. */
async function play(page: Page, path: string): Promise<void> {
  const told = page.waitForResponse((answer) => answer.url().endsWith('/views'))
  await page.goto(path)
  await told
}

/** The number of tabs that are moving local data or waiting to. */
const movesUnderWay = (page: Page) =>
  page.evaluate(() => navigator.locks.query().then(({ held, pending }) => [held, pending].flat()))

const wishesOf = async (playerId: string) =>
  (await database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, playerId))).length

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
  expect(await shiftOf(page)).toBeLessThan(0.005)

  const player = await signedInPlayer(context)
  await page.reload()
  await expect(toast(page, 'Moved to your account: 1 wish and 2 recently played games')).toBeVisible()
  await expect(playedOf(page)).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(titlesOf(page, 'My Wishlist')).toHaveText(['Ladders & Snails'])
  expect(await wishesOf(player.id)).toBe(1)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /wishes|recent/.test(key)))).toEqual([])

  await page.reload()
  await expect(playedOf(page)).toHaveText(['Ladders & Snails', 'Turbo Blocks'])
  await expect(toast(page, 'Moved to your account')).toHaveCount(0)
  expect(await shiftOf(page)).toBeLessThan(0.005)
})

test('a visitor’s wishlist shows the games stored in the browser', async ({ page }) => {
  await answerGames(page)
  await page.goto(GAME)
  await heartOnBar(page).click()
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/wishlist')
  const kept = rowOf(page, 'Saved on this device')
  await expect(kept.locator('.card-title')).toHaveText(['Ladders & Snails'])
  await kept.getByRole('button', { name: /wishlist/ }).click()
  await expect(kept).toHaveCount(0)
})

test.describe('while the cards of saved games fail to load', () => {
  test.use({ expectedErrors: [/\/wishlist\/cards/] })

  test('a visitor’s wishlist reports it and tries again', async ({ page }) => {
    await answerGames(page)
    await page.goto(GAME)
    await heartOnBar(page).click()
    await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    await page.route('**/wishlist/cards*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/wishlist')
    const saved = rowOf(page, 'Saved on this device')
    await expect(saved.getByRole('alert')).toHaveText(/Your saved games failed to load\./)
    await page.unroute('**/wishlist/cards*')
    await saved.getByRole('button', { name: 'Try again' }).click()
    await expect(saved.locator('.card-title')).toHaveText(['Ladders & Snails'])
  })
})

test('two tabs that return signed in move local data once and report it once', async ({ page, context }) => {
  await answerGames(page)
  await play(page, GAME)
  await heartOnBar(page).click()
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto('/games')
  const player = await signedInPlayer(context)
  const moves: string[] = []
  const heard = await Promise.all([collectToasts(page), collectToasts(other)])
  for (const tab of [page, other]) {
    tab.on('request', (request) => request.url().endsWith('/kept') && moves.push(request.url()))
  }
  await Promise.all([page.goto('/games'), other.goto('/games')])
  const said = ['Moved to your account: 1 wish and 1 recently played game']
  // The day's first visit is reported as well.
  const told = () => heard.flat().filter((text) => text.startsWith('Moved'))
  await expect.poll(told).toEqual(said)
  // Both tabs have run once none waits for the lock.
  await expect.poll(() => movesUnderWay(page)).toEqual([])
  expect(told()).toEqual(said)
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
    await page.goto('/games')
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
  await page.goto('/games')
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

test('the hearts of a game agree in all tabs, and a removed entry can be restored on the wishlist', async ({
  page,
  context,
}) => {
  await answerGames(page)
  const player = await signedInPlayer(context)
  const other = await context.newPage()
  await other.goto('/category/puzzle')
  const otherHeart = other.getByRole('button', { name: 'Add 2048 to wishlist' })
  await expect(otherHeart).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/category/puzzle')
  const heart = page.getByRole('button', { name: 'Add 2048 to wishlist' })
  await heart.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Added to your wishlist!')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(otherHeart).toHaveAttribute('aria-pressed', 'true')
  expect(await wishesOf(player.id)).toBe(1)
  // A background tab paints once a second, too rarely to catch a toast.
  await other.close()

  await page.goto('/games/2048')
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'My Wishlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeVisible()
  const card = page.locator('.card-grid .card-title', { hasText: '2048' })
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Add 2048 to wishlist' }).focus()
  await page.keyboard.press('Space')
  // A toast stays while the pointer is on it.
  await toast(page, 'Removed from your wishlist!').hover()
  await expect(card).toBeHidden()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Games' })).toHaveAttribute('href', '/games')
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeFocused()
  await expect.poll(() => wishesOf(player.id)).toBe(0)
  await toast(page, 'Removed from your wishlist!').getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await expect.poll(() => wishesOf(player.id)).toBe(1)
  await page.reload()
  await expect(card).toBeVisible()
})

test('a long wishlist has pages, and closes its gaps', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  const some = await database().select({ id: games.id }).from(games).where(sql.raw(listed())).limit(50)
  await database()
    .insert(wishlistEntries)
    .values(some.map(({ id }) => ({ playerId: player.id, gameId: id })))
  await page.goto('/wishlist')
  const cards = page.locator('.card-grid .card')
  await expect(cards).toHaveCount(48)
  await expect(page.getByText('50 games, newest first')).toBeVisible()
  await page.locator('.card-grid .card-action').first().click()
  await expect(page.getByText('49 games, newest first')).toBeVisible()
  await expect(cards).toHaveCount(48)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/wishlist\?page=2$/)
  await expect(cards).toHaveCount(1)
  await page.locator('.card-grid .card-action').click()
  await expect(page).toHaveURL(/\/wishlist$/)
  await expect(cards).toHaveCount(48)
})

test.describe('a change that the server refuses', () => {
  test.use({ expectedErrors: [/\/wishlist\/entries\/|\/reaction|\/plays/] })

  test('is undone and reported, and meanwhile nothing else is sent', async ({ page, context }) => {
    await answerGames(page)
    await signedInPlayer(context)
    await page.goto(GAME)
    const [heart, like] = [heartOnBar(page), page.getByRole('button', { name: /^Like, / })]
    const answers = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/wishlist\/entries\/|\/reaction$/, async (route) => {
      asked++
      await answers.promise
      await route.fulfill({ status: 500, contentType: 'text/plain', body: 'Something went wrong' })
    })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await heart.click()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await like.click()
    answers.resolve()
    await expect(toast(page, 'Failed to update wishlist')).toBeVisible()
    await expect(toast(page, 'Failed to update like')).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    expect(asked).toBe(2)
  })

  test('because the session ended elsewhere asks to log in, and the entry is not lost', async ({ page, context }) => {
    await answerGames(page)
    const player = await signedInPlayer(context)
    await page.goto(GAME)
    await database().delete(sessions).where(eq(sessions.playerId, player.id))
    await page.getByRole('button', { name: /^Like, / }).click()
    const said = toast(page, 'You are signed out. Please sign in again.')
    await expect(said.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Like, / })).toHaveAttribute('aria-pressed', 'false')

    // From here on the page is a visitor's.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await heartOnBar(page).click()
    await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(toast(page, 'Please login to add games to your wishlist')).toBeVisible()
    const { cookie } = await signIn(player)
    await context.addCookies([
      { name: cookie.split('=')[0]!, value: cookie.slice(cookie.indexOf('=') + 1), url: new URL('/', page.url()).href },
    ])
    await page.reload()
    await expect(toast(page, 'Moved to your account: 1 wish')).toBeVisible()
    expect(await wishesOf(player.id)).toBe(1)
  })

  test('on a page that did not know of the sign-out keeps the entry', async ({ page, context }) => {
    await answerGames(page)
    const player = await signedInPlayer(context)
    await page.goto(GAME)
    await database().delete(sessions).where(eq(sessions.playerId, player.id))
    await heartOnBar(page).click()
    await expect(
      toast(page, 'User must be logged in to add to wishlist').getByRole('link', { name: 'Login' }),
    ).toBeVisible()
    await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => localStorage.getItem('playhall:wishes'))).toContain('"id"')
  })
})

test('two players react at once, and everybody sees the counts', async ({ page, context, browser, baseURL }) => {
  await signedInPlayer(context)
  const path = `/games/${(await createGame({ imageUrl: '/placeholder.svg' })).slug}`
  await answerGames(page)
  const second = await browser.newContext({ baseURL })
  await signedInPlayer(second)
  const there = await second.newPage()
  await answerGames(there)
  const [like, dislike] = [/^Like, /, /^Dislike, /]
  const button = (tab: Page, name: RegExp) => tab.locator('.stage-bar').getByRole('button', { name })
  await Promise.all([page.goto(path), there.goto(path)])

  await Promise.all([button(page, like).click(), button(there, like).click()])
  await expect(toast(page, 'Thanks for liking this game!')).toBeVisible()
  await expect(toast(there, 'Thanks for liking this game!')).toBeVisible()
  await button(there, dislike).focus()
  await there.keyboard.press('Enter')
  await expect(toast(there, 'Thanks for your feedback!')).toBeVisible()
  await expect(button(there, like)).toHaveAttribute('aria-pressed', 'false')
  await expect(button(there, dislike)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(there, /^Like, 1$/)).toBeVisible()
  await expect(button(there, /^Dislike, 1$/)).toBeVisible()
  await expect(there.locator('.rating')).toHaveText('1 like, 1 dislike')

  await page.reload()
  await expect(button(page, /^Like, 1$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, /^Dislike, 1$/)).toHaveAttribute('aria-pressed', 'false')
  await button(page, like).click()
  await expect(button(page, /^Like, 0$/)).toHaveAttribute('aria-pressed', 'false')

  // A visitor's click only reloads the counts.
  await second.clearCookies()
  await there.goto(`${path}?as=visitor`)
  await button(there, like).click()
  await expect(toast(there, 'Please login to like or dislike games').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(button(there, /^Like, 0$/)).toHaveAttribute('aria-pressed', 'false')
  await expect(button(there, /^Dislike, 1$/)).toHaveAttribute('aria-pressed', 'false')
  await second.close()
})

for (const who of ['a visitor', 'a player'] as const) {
  test(`${who} removes games from the row of recent games`, async ({ page, context }) => {
    await answerGames(page)
    const player = who === 'a player' ? await signedInPlayer(context) : null
    for (const path of ['/games/2048', '/games/turbo-blocks', GAME]) await play(page, path)
    await page.goto('/')
    const titles = playedOf(page)
    await expect(titles).toHaveText(['Ladders & Snails', 'Turbo Blocks', '2048'])
    await page.getByRole('button', { name: 'Remove Ladders & Snails from Continue playing' }).focus()
    await page.keyboard.press('Enter')
    await expect(titles).toHaveText(['Turbo Blocks', '2048'])
    await expect(page.getByRole('button', { name: 'Remove Turbo Blocks from Continue playing' })).toBeFocused()
    if (player) await expect.poll(() => playedBy(player.id)).toBe(2)
    await page.reload()
    await expect(titles).toHaveText(['Turbo Blocks', '2048'])
    const because = page.getByRole('heading', { name: /^Because you played/ })
    await expect(because).toBeVisible()
    await page.getByRole('button', { name: 'Clear: Continue playing' }).click()
    await expect(playedRow(page)).toBeHidden()
    await expect(because).toBeHidden()
    await expect(toast(page, 'Your recently played games have been cleared')).toBeVisible()
    if (player) expect(await playedBy(player.id)).toBe(0)
    await page.reload()
    await expect(rowOf(page, 'Featured Games')).toBeVisible()
    await expect(playedRow(page)).toBeHidden()
  })
}

test('unexpected data in local storage causes no error', async ({ page }) => {
  for (const text of [
    '{"a":1}',
    '[{"id":1,',
    '[null,1,"x",{"id":"1"},{"id":1,"slug":"../../x","at":1},{"id":-1,"at":1}]',
  ]) {
    const store = () =>
      page.evaluate((found) => {
        for (const key of ['playhall:wishes', 'playhall:recent']) localStorage.setItem(key, found)
      }, text)
    // A game is also recorded when the page is left.
    await page.goto('/terms')
    await store()
    await page.goto('/')
    await expect(rowOf(page, 'Featured Games'), text).toBeVisible()
    await expect(playedRow(page), text).toBeHidden()
    await store()
    await page.goto('/games/2048')
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

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('hearts are always visible, large enough for a finger, and do not overlap the badges', async ({ page }) => {
    await page.goto('/category/puzzle')
    const hearts = page.locator('.card-action')
    await expect(hearts.first()).toBeVisible()
    const faults = await page.locator('.card-grid > li').evaluateAll(
      (items) =>
        items.filter((item) => {
          const heart = item.querySelector('.card-action')!
          const [at, badges] = [
            heart.getBoundingClientRect(),
            item.querySelector('.card-badges')?.getBoundingClientRect(),
          ]
          return (
            at.width < 44 ||
            at.height < 44 ||
            getComputedStyle(heart).opacity !== '1' ||
            (badges && badges.right > at.left)
          )
        }).length,
    )
    expect(faults).toBe(0)
  })

  test('the bar of a game has six finger-sized buttons side by side', async ({ page }) => {
    await page.goto('/games/2048')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const boxes = await page
        .locator('.stage-bar > :is(button, a)')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect).filter((box) => box.width > 0),
        )
      expect(boxes).toHaveLength(6)
      for (const [at, box] of boxes.entries()) {
        expect(box.height).toBe(44)
        expect(box.width).toBeGreaterThanOrEqual(44)
        expect(box.right).toBeLessThanOrEqual(Math.min(width, boxes[at + 1]?.left ?? width))
      }
    }
  })
})
