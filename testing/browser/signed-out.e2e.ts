import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { awardCredits } from '../../app/credits/ledger.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import type { PlayerRow } from '../fixtures/players.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

/** No page shows a signed-out player, however the session ended. */

const CREDITS = 43_210

/** The players' picture, whose file does not exist. */
const NO_PICTURE = /status of 404 .*profile_pictures/

test.use({ expectedErrors: [NO_PICTURE] })

/** Opens a page for a player with a name, a picture, an address and credits. */
async function openSignedIn(page: Page, first = '/account'): Promise<PlayerRow> {
  const player = await signedInPlayer(page.context(), { fullName: 'Mara Voss', avatar: 'profile_pictures/x/y.webp' })
  await database().transaction((tx) =>
    awardCredits(tx, { playerId: player.id, activity: 'post', credits: CREDITS, key: 'post:1' }),
  )
  await page.goto(first)
  await expect(page.locator('.header').getByText('43,2').first()).toBeVisible()
  return player
}

const openMenu = (page: Page) => page.getByRole('button', { name: /^Your menu/ }).click()

/** Waits until nothing on the page identifies the player. */
async function expectNoPlayer(page: Page, { username, email }: PlayerRow): Promise<void> {
  await expect(page.locator('.header > .header-login')).toBeVisible()
  await expect(async () => {
    const markup = await page.locator('body').evaluate(withoutScripts)
    const told = [username, email, 'Mara Voss', 'profile_pictures', '43,2', 'Logout'].filter((word) =>
      markup.includes(word),
    )
    expect(told).toEqual([])
  }).toPass()
}

function withoutScripts(body: HTMLElement): string {
  const copy = body.cloneNode(true) as HTMLElement
  copy.querySelectorAll('script').forEach((script) => script.remove())
  return copy.outerHTML
}

async function signOutByButton(page: Page): Promise<void> {
  await page.locator('.sidebar').hover()
  await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
}

test('after signing out on the account page no page shows the player, even after Back', async ({ page }) => {
  const player = await openSignedIn(page, '/terms')
  await openMenu(page)
  await page.locator('.user-menu').getByRole('link', { name: 'Rewards' }).click()
  await expect(page.locator('main').getByText('43,2').first()).toBeVisible()
  await expect(page.locator('.user-menu')).toBeHidden()
  await openMenu(page)
  await page.locator('.user-menu').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await signOutByButton(page)
  await expect(page.locator('.toast', { hasText: 'Signed out successfully' })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expectNoPlayer(page, player)
  await page.locator('.header').getByRole('link', { name: 'Originals' }).click()
  await expect(page).toHaveURL('/originals')
  await expectNoPlayer(page, player)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expectNoPlayer(page, player)
  // The account page, which redirects to sign in.
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/account.data')
  await page.evaluate(() => history.back())
  await asked
  await expect(page).toHaveURL(/\/login/)
  await expectNoPlayer(page, player)
  await page.evaluate(() => history.go(-2))
  await expect(page.getByText('Please login to view your rewards')).toBeVisible()
  await expectNoPlayer(page, player)
  await page.goBack()
  await expect(page).toHaveURL('/terms')
  await expectNoPlayer(page, player)
})

test('a visitor who navigates right after signing out is not redirected to the sign-in page later', async ({
  page,
}) => {
  await page.addInitScript(collectHalfSeconds)
  await openSignedIn(page)
  await signOutByButton(page)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.locator('.header > .header-login')).toBeVisible()
  await page.locator('.header').getByRole('link', { name: 'Originals' }).click()
  await expect(page.getByRole('heading', { name: 'Original Games', level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  expect(await page.evaluate(() => window.halfSeconds.splice(0).map((over) => over()).length)).toBeGreaterThan(0)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/originals')
  expect(asked).not.toContain('/login.data')
})

declare global {
  interface Window {
    halfSeconds: (() => void)[]
  }
}

/** Collects the page's timers of half a second, so that the test decides when they fire. */
function collectHalfSeconds(): void {
  window.halfSeconds = []
  const later = window.setTimeout.bind(window)
  const wait = (over: () => void, ms?: number) => (ms === 500 ? window.halfSeconds.push(over) : later(over, ms))
  Object.assign(window, { setTimeout: wait })
}

test('a sign-out in another tab clears the account page', async ({ page, context }) => {
  const player = await openSignedIn(page)
  const other = await context.newPage()
  await other.goto(`${process.env.E2E_URL}/how-to-play`)
  await other.locator('html[data-live]').waitFor({ state: 'attached' })
  await signOutByButton(other)
  await expect(page.locator('.toast', { hasText: 'Signed out successfully' })).toBeVisible()
  await expectNoPlayer(page, player)
})

test('after a session ended elsewhere the next page shows no player', async ({ page }) => {
  const player = await openSignedIn(page)
  await database().delete(sessions).where(eq(sessions.playerId, player.id))
  await page.locator('.header').getByRole('link', { name: 'Originals' }).click()
  await expect(page).toHaveURL('/originals')
  await expectNoPlayer(page, player)
})

test('a private page redirects to sign in', async ({ page }) => {
  const player = await openSignedIn(page)
  await page.locator('.header').getByRole('link', { name: 'Originals' }).click()
  await expect(page).toHaveURL('/originals')
  await openMenu(page)
  await database().delete(sessions).where(eq(sessions.playerId, player.id))
  await page.locator('.user-menu').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount')
  await expectNoPlayer(page, player)
})

test.describe('with a refusal', () => {
  test.use({ expectedErrors: [/status of (401|404 .*profile_pictures)/] })

  test('a button refused after the session ended clears a page without input', async ({ page }) => {
    const player = await openSignedIn(page, '/account/sessions/others/end')
    await database().delete(sessions).where(eq(sessions.playerId, player.id))
    await page.getByRole('button', { name: 'End' }).click()
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect(toast).toContainText('You are signed out. Please sign in again.')
    await expect(toast.getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?next=%2Faccount%2Fsessions%2Fothers%2Fend',
    )
    await expect(page).toHaveURL('/login?next=%2Faccount%2Fsessions%2Fothers%2Fend')
    await expectNoPlayer(page, player)
  })
})

test('a page from the back/forward cache is checked again', async ({ page, context }) => {
  const player = await openSignedIn(page)
  await context.clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expectNoPlayer(page, player)
})
