import { createHash } from 'node:crypto'
import { database } from '../../app/db/connection.server.ts'
import { feeds } from '../../app/db/schema/feeds.server.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { signedInPlayer } from './players.ts'
import { collectAborted, expect, holdNext, test } from './test.ts'

/** Feeds in the console: what their screens do with script. The journey without is testing/requests/feeds.test.ts. */

const file = (entries: object[]) => ({
  name: 'games.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(entries)),
})

test('a plan appears by itself, each tick is stored at once, and the result appears by itself', async ({
  page,
  context,
  expectedErrors,
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
  // The first attempt to reload the page fails.
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/readyz', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Save and make a plan' }).click()
  await expect(page.getByText('Pending review', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply 5 changes' })).toBeVisible()

  const aborted = collectAborted(page)
  const release = await holdNext(page, '**/runs/*.data*')
  const tick = page.getByLabel('Include Ladders & Snails')
  await tick.focus()
  await page.keyboard.press('Space')
  // The former choice cannot be applied.
  await expect(page.getByRole('button', { name: 'Apply 5 changes' })).toBeDisabled()
  // Quick changes of one tick end with the last.
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  release()
  await expect(page.getByRole('button', { name: 'Apply 4 changes' })).toBeEnabled()
  await expect(tick).toBeFocused()
  await expect(tick).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Apply 5 changes' })).toBeEnabled()
  expect(aborted).toEqual([])
  await page.reload()
  await expect(tick).toBeChecked()
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

test('a change of one rule or of the settings keeps what is typed elsewhere, open cards and the focus', async ({
  page,
  context,
}, { testId, retry }) => {
  await signedInPlayer(context, { role: 'operator' })
  const rules = ['Birds', 'Cats', 'Dogs'].map((name) => ({
    name,
    when: { words: [name.toLowerCase()] },
    set: { status: 'hidden' as const },
  }))
  const name = `Rules ${testId} ${retry}`
  const address = `https://feeds.example/${testId}-${retry}.json`
  const values = { name, provider: 'gamemonetize', address, rules }
  const [feed] = await database().insert(feeds).values(values).returning()
  await page.goto(`/admin/feeds/${feed!.id}/rules`)
  const card = (title: string) =>
    page.locator('details.rule', { has: page.locator('summary strong').getByText(title, { exact: true }) })
  const add = page.locator('details.rule', { has: page.getByText('Add a rule') })
  const titles = page.locator('details.rule summary strong')
  await add.locator('summary').click()
  await add.getByLabel('Name').fill('Typed in the new one')
  await card('Birds').locator('summary').click()
  await card('Birds').getByLabel('Words or phrases').fill('typed in another one')

  await card('Cats').locator('summary').click()
  await card('Cats').getByLabel('Hosts').fill('no host')
  await card('Cats').getByRole('button', { name: 'Save the rule' }).click()
  await expect(card('Cats').getByText('“no host” is not a host name')).toBeVisible()
  await card('Cats').getByLabel('Hosts').fill('')
  await expect(card('Cats').getByLabel('Hosts')).toBeVisible()
  await card('Cats').getByLabel('Status').selectOption('Publish')
  await card('Cats').getByRole('button', { name: 'Save the rule' }).click()
  await expect(card('Cats').locator('summary')).toContainText('Publish')
  await expect(card('Cats').getByRole('button', { name: 'Save the rule' })).toBeFocused()
  await expect(card('Cats').getByLabel('Status')).toHaveValue('published')

  await card('Cats').getByRole('button', { name: 'Move down' }).click()
  await expect(titles).toHaveText(['Default rules', 'Birds', 'Dogs', 'Cats', 'Add a rule'])
  await card('Dogs').locator('summary').click()
  await card('Dogs').getByRole('button', { name: 'Remove' }).click()
  await expect(titles).toHaveText(['Default rules', 'Birds', 'Cats', 'Add a rule'])
  await expect(add.getByLabel('Name')).toHaveValue('Typed in the new one')
  await expect(card('Birds').getByLabel('Words or phrases')).toHaveValue('typed in another one')
  await card('Birds').getByRole('button', { name: 'Save the rule' }).click()
  await expect(card('Birds').locator('summary')).toContainText('Words: typed in another one')

  await page.goto(`/admin/feeds/${feed!.id}`)
  await page.getByLabel('Schedule').selectOption('Every week')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(page.getByText('The next run is on')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(page.getByLabel('Schedule')).toHaveValue('weekly')
})
