import type { Page } from '@playwright/test'
import { approveHosts, removeHosts } from '../../app/games/feeds/providers/save-provider.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import type { Player } from '../../app/server/sessions/session.server.ts'
import { createPicturedGame } from '../fixtures/games.ts'
import { createPlayer } from '../fixtures/players.ts'
import { openPortalDatabase } from './players.ts'
import { expect, test } from './test.ts'

/** The addresses of the documents that a tab requests from now on. */
function watchDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** Follows a link on the client. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => document.querySelector('main')!.insertAdjacentHTML('afterbegin', `<a href="${to}">To the game</a>`), path) // prettier-ignore
  await page.getByRole('link', { name: 'To the game' }).click()
}

async function answerAt(page: Page, host: string): Promise<void> {
  const body = '<title>game</title><h1>A game elsewhere</h1>'
  await page.route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
}

test('a tab that opened before a host was approved reloads once, and then plays its game', async ({ page }) => {
  await openPortalDatabase()
  const operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  const host = 'approved-later.example'
  await answerAt(page, host)
  await page.goto('/about')
  await expect(page.locator('html')).not.toHaveAttribute('data-game-hosts', new RegExp(host))
  const documents = watchDocuments(page)

  await approveHosts(operator, 'gamemonetize', { games: [host] })
  const { slug } = await createPicturedGame({ title: 'Elsewhere', url: `https://${host}/game/` })
  await purgePages(['games'])
  await expect
    .poll(async () => (await page.request.get('/about')).headers()['content-security-policy'])
    .toContain(`https://${host}`)

  await follow(page, `/games/${slug}`)
  await expect(page.frameLocator('iframe[title="Elsewhere"]').getByText('A game elsewhere')).toBeVisible()
  expect(documents).toEqual([`/games/${slug}`])

  // The new document lists the host, so that nothing reloads from now on.
  await follow(page, '/about')
  await expect(page).toHaveURL(/\/about$/)
  await page.goBack()
  await expect(page.frameLocator('iframe[title="Elsewhere"]').getByText('A game elsewhere')).toBeVisible()
  expect(documents).toEqual([`/games/${slug}`])
  await removeHosts(operator, 'gamemonetize', { games: [host] })
})

test.describe('a host that nobody approved', () => {
  test.use({ expectedErrors: [/.*/] })

  test('reloads the page once, and never loads the game', async ({ page }) => {
    await openPortalDatabase()
    const host = 'never-approved.example'
    await answerAt(page, host)
    const { slug } = await createPicturedGame({ title: 'Nowhere', url: `https://${host}/game/` })
    await page.goto('/about')
    const documents = watchDocuments(page)
    await follow(page, `/games/${slug}`)
    await expect(page.getByRole('heading', { name: 'Oops! Game failed to load' })).toBeVisible()
    expect(documents).toEqual([`/games/${slug}`])
    await expect(page.getByText('A game elsewhere')).toHaveCount(0)
  })
})
