import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { remember } from '../../app/lib/remember.ts'
import { config } from '../../app/server/process/config.server.ts'
import { cookieName } from '../../app/server/sessions/cookies.server.ts'
import { createPlayer, type PlayerRow, signIn } from '../fixtures/players.ts'

/**
 * Creates a player and signs the browser in without the sign-in page, for journeys about something else. Opens the
 * database of the portal under test for the test.
 */
export async function signedInPlayer(
  context: BrowserContext,
  values?: Parameters<typeof createPlayer>[0],
): Promise<PlayerRow> {
  await openPortalDatabase()
  const player = await createPlayer(values)
  const { cookie } = await signIn(player)
  const value = cookie.slice(cookieName('session').length + 1)
  await context.addCookies([
    { name: cookieName('session'), value, url: process.env.E2E_URL, httpOnly: true, sameSite: 'Lax' },
  ])
  return player
}

/** Opens the database of the portal under test, once per worker. */
export function openPortalDatabase(): Promise<void> {
  return remember('e2e-database', async () => {
    const { connection } = await startEmbedded({ dataDir: config().dataDir, role: 'command' })
    // Without the portal's time limits, because the machine may be slow.
    openDatabase({ primary: { ...connection, statement_timeout: 0, connectionTimeoutMillis: 0 }, onError: () => {} })
  })
}

/** Blocks a player in the dialog that the first link of their name in `part` opens, and closes the dialog. */
export async function blockPlayer(page: Page, part: Locator, { username }: PlayerRow): Promise<void> {
  await part.getByRole('link', { name: username, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: username })
  await dialog.getByRole('link', { name: 'Block', exact: true }).click()
  await dialog.getByRole('button', { name: `Block ${username}` }).click()
  await expect(dialog.getByText(`You have blocked ${username}.`)).toBeVisible()
  await page.keyboard.press('Escape')
}
