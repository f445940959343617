import { createHash } from 'node:crypto'
import type { Route } from '@playwright/test'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

/** Feeds in the console: what their screens do with script. The journey without is testing/requests/feeds.test.ts. */

const file = (entries: object[]) => ({
  name: 'games.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(entries)),
})

test('a plan appears by itself, each tick is stored at once, and the result appears by itself', async ({
  page,
  context,
}, { testId, retry }) => {
  await signedInPlayer(context, { role: 'operator' })
  // New games in each attempt
  const entries = inventedFeed(5).map((entry, at) => {
    const hash = createHash('md5').update(`${testId} ${retry} ${at}`).digest('hex')
    return { ...entry, url: `https://html5.gamemonetize.com/${hash}/`, thumb: '' }
  })
  await page.goto('/admin/feeds/new')
  await page.getByLabel('GameMonetize').check()
  await page.getByLabel('File').setInputFiles(file(entries))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill(`Ticks ${testId} ${retry}`)
  await page.getByRole('button', { name: 'Save and make a plan' }).click()
  await expect(page.getByText('Pending review', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply 5 changes' })).toBeVisible()

  const received = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await received.promise
    await route.fallback()
  }
  await page.route('**/runs/*.data*', hold, { times: 1 })
  const tick = page.getByLabel('Include Ladders & Snails')
  await tick.focus()
  await page.keyboard.press('Space')
  // The former choice cannot be applied.
  await expect(page.getByRole('button', { name: 'Apply 5 changes' })).toBeDisabled()
  received.resolve()
  await expect(page.getByRole('button', { name: 'Apply 4 changes' })).toBeEnabled()
  await expect(tick).toBeFocused()
  await page.getByRole('button', { name: 'Leave all out' }).click()
  await expect(page.getByText('No changes are selected.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0)
  await expect(page.getByLabel('Include Turbo Blocks')).not.toBeChecked()
  await page.getByLabel('Include Turbo Blocks').check()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('Applied 1 change. 4 were left out.')).toBeVisible()
})

test('the preview of any feed follows each choice, and typed settings stay', async ({ page, context }) => {
  await signedInPlayer(context, { role: 'operator' })
  const entries = ['Doors', 'Lamps'].map((title, at) => ({
    title,
    alias: `Room ${at}`,
    url: `https://a.example.com/${at}/`,
  }))
  await page.goto('/admin/feeds/new')
  await page.getByLabel(/^Any JSON/).check()
  await page.getByLabel('File').setInputFiles(file(entries))
  await page.getByRole('button', { name: 'Continue' }).click()
  const games = page.getByRole('region', { name: 'First games' })
  await expect(games).toContainText('Doors')
  await page.getByLabel('Provider’s name').fill('Rooms')
  await page.getByLabel('Title').selectOption('alias')
  await expect(games).toContainText('Room 0')
  await expect(page.getByLabel('Provider’s name')).toHaveValue('Rooms')
})
