import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { collections } from '../../app/db/schema/arrangement.server.ts'
import { PROXY_LIMIT } from '../../app/forms/failures.ts'
import { createPlayer, givePassword } from '../fixtures/players.ts'
import { signedInPlayer } from './players.ts'
import { expect, holdNext, test } from './test.ts'

const NO_CONNECTION = 'There is no connection right now. Please try again in a moment.'

test.use({ expectedErrors: [/status of (400|401|409|413|429|500|503)|ERR_FAILED/] })

test('a failed form shows the reason in a toast and next to it, and preserves the input', async ({ page, context }) => {
  await signedInPlayer(context)
  await page.goto('/account/profile')
  await page.getByLabel('Full Name').fill('Typed with care')
  for (const [status, body, says] of [
    [0, '', NO_CONNECTION],
    [413, 'The request is larger than the limit of 16 KB.', 'The request is larger than the limit of 16 KB.'],
    [413, '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>', PROXY_LIMIT],
    [429, 'Please try again in 20 seconds.', 'Please try again in 20 seconds.'],
    [500, '<!DOCTYPE html><h1>Something went wrong</h1>', 'Error updating profile'],
    [503, 'Please try again in a few seconds.', 'Please try again in a few seconds.'],
  ] as const) {
    const meet = (url: URL) => url.pathname === '/account/profile.data'
    await page.route(meet, (route) => (status ? route.fulfill({ status, body }) : route.abort()))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.locator('.toast', { hasText: says })).toBeVisible()
    await expect(page.locator('form').getByText(says)).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Typed with care')
    await page.unroute(meet)
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.locator('main').getByText('Typed with care')).toBeVisible()
})

test('without a connection nothing is sent or lost, even if the sending script was never loaded', async ({
  page,
  context,
}) => {
  await signedInPlayer(context)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Full Name').fill('Typed with care')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('.toast', { hasText: NO_CONNECTION })).toBeVisible()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Typed with care')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a field’s error disappears once the field is changed', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: /^Send/ }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Mara')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(page.getByLabel('Subject', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('a form refused after the session ended stays, with a link to sign in', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  await page.goto('/account/profile')
  await page.getByLabel('Full Name').fill('Typed with care')
  await database().delete(sessions).where(eq(sessions.playerId, player.id))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(toast).toContainText('You are signed out. Please sign in again.')
  await expect(page.locator('form').getByText('You are signed out. Please sign in again.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Typed with care')
  await toast.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fprofile')
  await expect(page.locator('.header > .header-login')).toBeVisible()
})

test('the message of a form in a dialog can be reached from the dialog', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Full Name').fill('Typed with care')
  await database().delete(sessions).where(eq(sessions.playerId, player.id))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const toast = page.locator('.toast', { hasText: 'You are signed out. Please sign in again.' })
  await expect(toast).toBeVisible()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Typed with care')
  await toast.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the first invalid field gets the focus and its error, whether browser or server found it', async ({
  page,
  context,
}) => {
  const player = await givePassword(await signedInPlayer(context), 'correct horse')
  const { username: taken } = await createPlayer()
  await page.goto('/account/profile')
  const name = page.getByLabel('Username')
  for (const [given, says] of [
    ['ab', 'Username must be at least 3 characters'],
    [taken, 'This username is taken'],
  ] as const) {
    await name.fill(given)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(name).toHaveAccessibleDescription(says)
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeFocused()
  }
  await page.goto('/account/delete')
  await page.getByLabel('Type your username').fill(player.username)
  await page.getByLabel('Current password').fill('wrong')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('That is not your current password')
})

test('text typed for a collection survives an added game, and none can be typed while it is being saved', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  const [collection] = await database()
    .insert(collections)
    .values({ slug: crypto.randomUUID(), name: 'Picks', isHidden: true })
    .returning()
  await page.goto(`/admin/collections/${collection!.id}?q=turbo`)
  const description = page.getByLabel('Description')
  await description.fill('Typed with care')
  await page.getByRole('list', { name: 'Games found' }).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: '1 game', exact: true })).toBeVisible()
  await expect(description).toHaveValue('Typed with care')

  const release = await holdNext(page, '**/admin/collections/*.data*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('form[inert]')).toContainText('Saving...')
  release()
  await expect(page.locator('.toast', { hasText: 'Saved' })).toBeVisible()
  await expect(page.locator('form[inert]')).toHaveCount(0)
  await expect(description).toHaveValue('Typed with care')
})
