import type { Page, Response } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { creditAwards, playDays, playSessions } from '../../app/db/schema/credits.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { utcDay } from '../../app/lib/dates.ts'
import { readBalance, readLedger } from '../fixtures/credits.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test, watchFor, withinOneDay } from './test.ts'

/** Opens an original and waits until its play session runs. */
async function play(page: Page, slug: string): Promise<void> {
  const started = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
  await page.goto(`/games/${slug}`)
  expect((await started).status()).toBe(201)
}

/** Advances the time of page and server until at least half a minute more is counted. */
async function playHalfAMinute(page: Page, playerId: string): Promise<void> {
  const before = await secondsPlayed(playerId)
  await expect(async () => {
    await database()
      .update(playSessions)
      .set({ beatAt: sql`now() - interval '30 seconds'` })
      .where(eq(playSessions.playerId, playerId))
    await page.clock.runFor(30_000)
    await expect.poll(() => secondsPlayed(playerId), { timeout: 2000 }).toBeGreaterThanOrEqual(before + 30)
  }).toPass()
}

/** Advances the page's time until a promise resolves. */
async function advanceTime<T>(page: Page, awaited: Promise<T>): Promise<T> {
  let isResolved = false
  void awaited.then(() => (isResolved = true))
  await expect(async () => {
    await page.clock.runFor(30_000)
    expect(isResolved).toBe(true)
  }).toPass()
  return awaited
}

/** The titles of all toasts that the page has shown so far. */
async function collectToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown = new Map<Element, string>()
    const look = () => {
      for (const toast of document.querySelectorAll('.toast'))
        shown.set(toast, toast.querySelector('strong')?.textContent ?? '')
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    Object.assign(window, { shownToasts: () => [...shown.values()] })
  })
  return () => page.evaluate(() => (window as unknown as { shownToasts: () => string[] }).shownToasts())
}

async function secondsPlayed(playerId: string): Promise<number> {
  const rows = await database().select().from(playDays).where(eq(playDays.playerId, playerId))
  return rows.reduce((sum, { seconds }) => sum + seconds, 0)
}

test(
  'a player plays three minutes, shares, and sees both on the rewards page',
  withinOneDay(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    const toasts = await collectToasts(page)
    const player = await signedInPlayer(context)
    await play(page, 'lamplighter')
    await expect.poll(toasts).toEqual(['+10 credits: first visit today'])
    while ((await secondsPlayed(player.id)) < 180) await playHalfAMinute(page, player.id)
    await expect.poll(toasts).toEqual(['+10 credits: first visit today', '+1 credit for playing'])

    // Both share menus on the page of a game count: in the header and below the game.
    for (const [place, credits] of [
      ['.header', 20],
      ['.stage-bar', 0],
    ] as const) {
      const shared = page.waitForResponse((answer) => answer.url().endsWith('/shares'))
      await page.locator(place).getByRole('button', { name: 'Share' }).click()
      await page.locator(place).getByRole('button', { name: 'Copy Link' }).click()
      expect(await (await shared).json()).toMatchObject({ credits })
    }
    await expect
      .poll(async () => (await toasts()).filter((title) => title.includes('shar')))
      .toEqual(['+20 credits for sharing'])

    const total = page.getByRole('region', { name: 'Your credits' })
    // A report sent while leaving the game may be counted a moment later.
    await expect(async () => {
      await page.goto('/rewards')
      const minutes = (await readLedger(player.id)).filter((line) => line.startsWith('play:')).length
      expect(minutes).toBeGreaterThanOrEqual(3)
      const now = { timeout: 1000 }
      await expect(total).toContainText(`${30 + minutes} credits`, now)
      await expect(page.getByRole('row', { name: /^Playing/ })).toContainText(`${minutes} of 30 minutes`, now)
      const played = page.getByRole('row', { name: `Played Lamplighter, ${minutes} minutes` })
      await expect(played).toContainText(`+${minutes}`, now)
    }).toPass()
    await expect(total).toContainText('1 day streak')
    await expect(page.getByRole('row', { name: /^Sharing a game/ })).toContainText('1 of 3 games')
    await expect(page.getByRole('row', { name: /Shared Lamplighter/ })).toContainText('+20')
    await expect(page.getByRole('row', { name: /First visit of the day \+10/ })).toBeVisible()
    const balance = await readBalance(player.id)
    expect(balance.total).toBe(balance.sum)
  }),
)

test.describe('two tabs', () => {
  // The browser logs the refusal that stops a tab.
  test.use({ expectedErrors: [/409/] })

  test(
    'of two tabs that play only the latest counts, and the first stops silently',
    withinOneDay(async ({ page, context }) => {
      const player = await signedInPlayer(context)
      // One clock for all tabs of the browser.
      await page.clock.install()
      const toasts = await collectToasts(page)
      await play(page, 'lamplighter')
      const other = await context.newPage()
      await play(other, '2048')
      const isRefused = (answer: Response) => answer.url().endsWith('/beats') && answer.status() === 409
      await advanceTime(page, page.waitForResponse(isRefused))
      let told = 0
      page.on('request', (request) => request.method() === 'POST' && told++)
      // Running requests finish, then no more are sent.
      await expect(async () => {
        told = 0
        await page.clock.runFor(60_000)
        expect(told).toBe(0)
      }).toPass()
      await playHalfAMinute(other, player.id)
      await playHalfAMinute(other, player.id)
      expect(told).toBe(0)
      expect((await toasts()).filter((title) => title.includes('playing'))).toEqual([])

      // Shown again, the tab takes over.
      const taken = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      expect((await taken).status()).toBe(201)
      await advanceTime(other, other.waitForResponse(isRefused))
    }),
  )
})

test(
  'play still counts after the thirtieth minute, which is shown once, and a hidden tab sends one last report',
  withinOneDay(async ({ page, context }) => {
    const player = await signedInPlayer(context)
    await database()
      .insert(playDays)
      .values({ playerId: player.id, day: utcDay(new Date()), seconds: 29 * 60 + 45 })
    await page.clock.install()
    const toasts = await collectToasts(page)
    const playToasts = async () => (await toasts()).filter((title) => title.includes('playing'))
    await play(page, 'lamplighter')
    await playHalfAMinute(page, player.id)
    await expect.poll(playToasts).toEqual(['30 of 30 credits for playing today'])
    await playHalfAMinute(page, player.id)
    const last = page.waitForRequest((request) => request.url().endsWith('/beats'))
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await last
    let told = 0
    page.on('request', (request) => request.method() === 'POST' && told++)
    await page.clock.runFor(120_000)
    expect(told).toBe(0)
    const again = page.waitForResponse((answer) => answer.url().endsWith('/plays'))
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'visibilityState')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect((await again).status()).toBe(201)
    expect(await playToasts()).toHaveLength(1)
  }),
)

test(
  'a visitor earns no credits and is invited to sign in',
  withinOneDay(async ({ page }) => {
    const told: string[] = []
    page.on('request', (request) => told.push(new URL(request.url()).pathname))
    await page.goto('/games/lamplighter')
    await expect(page.getByText('Loading Lamplighter')).toBeHidden()
    await expect.poll(() => told.some((path) => path.endsWith('/views'))).toBe(true)
    expect(told.filter((path) => path.startsWith('/plays') || path.includes('play-time'))).toEqual([])
    await page.goto('/rewards')
    await expect(page.getByRole('heading', { name: 'Please login to view your rewards' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?next=%2Frewards',
    )
    await expect(page.getByRole('button', { name: 'Spin the wheel' })).toHaveCount(0)
  }),
)

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test(
      'the wheel stops at the prize that the server drew, once a day',
      withinOneDay(async ({ page, context }) => {
        const player = await signedInPlayer(context)
        await page.goto('/rewards')
        const wheel = page.getByRole('img', {
          name: 'A wheel of 8 equal segments: 10, 25, 5, 40, 15, 30, 20 and 50 credits',
        })
        const lit = wheel.locator('.wheel-bulb[data-lit]')
        await expect(lit).toHaveCount(24)
        const answered = page.waitForResponse((answer) => answer.url().endsWith('/rewards/spin'))
        const turning = await watchFor(page, '[data-turning]')
        const pressed = performance.now()
        await page.getByRole('button', { name: 'Spin the wheel' }).click()
        const { segment, credits } = (await (await answered).json()) as { segment: number; credits: number }
        if (reducedMotion === 'no-preference') await turning.appears()
        // What a busy Chromium sometimes reports when the wheel starts to turn.
        await wheel
          .locator('.wheel-disc')
          .evaluate((disc) => disc.dispatchEvent(new TransitionEvent('transitionend', { bubbles: true })))
        await expect(page.getByRole('status').filter({ hasText: `You won ${credits} credits.` })).toContainText(
          /Next spin in .*, at midnight UTC/,
        )
        expect(await turning.hasAppeared()).toBe(reducedMotion === 'no-preference')
        if (reducedMotion === 'no-preference') expect(performance.now() - pressed).toBeGreaterThan(4000)
        await expect(lit).toHaveCount(3)
        // The drawn segment is the one at the top, under the pointer.
        const top = await wheel
          .locator('.wheel-segment text')
          .evaluateAll((labels) =>
            labels
              .map((label) => ({ text: label.textContent, y: label.getBoundingClientRect().y }))
              .toSorted((a, b) => a.y - b.y),
          )
        expect(top[0]?.text).toBe(String(credits))
        await expect(page.getByRole('region', { name: 'Your credits' })).toContainText(`${10 + credits} credits`)
        await expect(page.getByRole('row', { name: /Spun the daily wheel/ })).toContainText(`+${credits}`)

        // Neither a second press nor a reload allows another spin.
        await page.getByRole('button', { name: 'Spun today' }).press('Enter')
        await page.reload()
        await expect(page.getByText(`Today’s spin gave you ${credits} credits.`)).toBeVisible()
        await expect(page.getByRole('row', { name: /^Daily wheel/ })).toContainText(`${credits} credits`)
        const spins = await database().select().from(creditAwards).where(eq(creditAwards.playerId, player.id))
        expect(spins.filter(({ activityType }) => activityType === 'spin')).toMatchObject([
          { credits, metadata: { segment } },
        ])
      }),
    )
  })
}

test.describe('a session that ended elsewhere', () => {
  test.use({ expectedErrors: [/401/] })

  test(
    'the wheel reports it, with a link to sign in',
    withinOneDay(async ({ page, context }) => {
      const player = await signedInPlayer(context)
      await page.goto('/rewards')
      await database().delete(sessions).where(eq(sessions.playerId, player.id))
      await page.getByRole('button', { name: 'Spin the wheel' }).click()
      const toast = page.locator('.toast').filter({ hasText: 'You are signed out. Please sign in again.' })
      await expect(toast.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login?next=%2Frewards')
      await expect(page.getByRole('heading', { name: 'Please login to view your rewards' })).toBeVisible()
    }),
  )
})

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test(
    'the wheel is accessible and fits a small screen; if spun in another tab, it shows the prize from there',
    withinOneDay(async ({ page, context }) => {
      const player = await signedInPlayer(context)
      const other = await context.newPage()
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto('/rewards')
      await other.goto('/rewards')
      await page.bringToFront()
      expect(await violationsOf(page), 'before the spin').toEqual([])
      await expectToFit(page, [320], 'before the spin')
      await page.getByRole('button', { name: 'Spin the wheel' }).click()
      const won = page.getByText(/You won \d+ credits/)
      await expect(won).toBeVisible()
      expect(await violationsOf(page), 'after the spin').toEqual([])
      await expectToFit(page, [320], 'after the spin')
      const credits = /\d+/.exec((await won.textContent()) ?? '')?.[0]
      await other.getByRole('button', { name: 'Spin the wheel' }).click()
      await expect(other.getByText(`Today’s spin gave you ${credits} credits.`)).toBeVisible()
      expect(await readBalance(player.id)).toEqual({ total: 10 + Number(credits), sum: 10 + Number(credits) })
    }),
  )

  test(
    'the home page greets the player, with streak and credits and links to both',
    withinOneDay(async ({ page, context }) => {
      const toasts = await collectToasts(page)
      await signedInPlayer(context, { fullName: 'Mara Voss' })
      await page.goto('/')
      const board = page.getByRole('region', { name: 'Welcome' })
      await expect(board.getByRole('heading', { level: 1 })).toHaveText('Welcome, Mara')
      await expect(board).toContainText('1 day streak')
      await expect(board).toContainText('10 credits')
      await expect(board).toContainText('The daily wheel is waiting for your spin.')
      await expect(board.getByRole('link', { name: 'Wishlist' })).toHaveAttribute('href', '/wishlist')
      await expect.poll(toasts).toEqual(['+10 credits: first visit today'])
      await board.getByRole('link', { name: 'Rewards' }).click()
      await expect(page).toHaveURL(/\/rewards$/)

      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rewards')
      expect(await toasts()).toEqual([])
    }),
  )
})

test(
  'the history has pages',
  withinOneDay(async ({ page, context }) => {
    const player = await signedInPlayer(context)
    const day = (back: number) => new Date(Date.now() - back * 86_400_000)
    await database()
      .insert(creditAwards)
      .values(
        Array.from({ length: 24 }, (_, at) => ({
          playerId: player.id,
          activityType: 'spin',
          credits: 5,
          metadata: { segment: 2 },
          key: `spin:before:${at}`,
          createdAt: day(at + 1),
        })),
      )
    await page.goto('/rewards')
    const rows = page.locator('.credit-history tbody tr')
    await expect(rows).toHaveCount(20)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/rewards\?page=2/)
    await expect(rows).toHaveCount(5)
    await page.goto('/rewards?page=7')
    await expect(page.getByRole('heading', { name: 'No older entries' })).toBeVisible()
  }),
)
