import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { database } from '../../app/db/connection.server.ts'
import { players, sessions } from '../../app/db/schema/accounts.server.ts'
import { PROXY_LIMIT } from '../../app/forms/failures.ts'
import { cookieName } from '../../app/server/sessions/cookies.server.ts'
import { givePassword, signIn } from '../fixtures/players.ts'
import { ACCOUNT_PAGES } from '../requests/rows.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'correct horse'

/** A picture of one colour. */
function picture(background: string, width = 320, height = 240): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

const file = (buffer: Buffer, name = 'face.png', mimeType = 'image/png') => ({ name, mimeType, buffer })

/** Passes files to a page as a paste or a drop does. */
async function give(page: Page, how: 'paste' | 'drop', content: Buffer, type = 'image/png'): Promise<void> {
  await page.evaluate(
    ([kind, base64, mime]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], 'given', { type: mime }))
      const options = { bubbles: true, cancelable: true }
      if (kind === 'paste') document.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else
        document
          .querySelector('main .avatar-picker')
          ?.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
    },
    [how, content.toString('base64'), type] as const,
  )
}

const openMenu = (page: Page) => page.getByRole('button', { name: /^Your menu/ }).click()

const headerPicture = (page: Page) => page.locator('.user-trigger img')

test('a player sets a profile picture by choosing and by pasting, and changes the name', async ({ page, context }) => {
  const player = await signedInPlayer(context, { fullName: 'Mara Voss' })
  await page.goto('/terms')
  await openMenu(page)
  const menu = page.locator('.user-menu')
  for (const words of ['Mara Voss', `@${player.username}`, player.email])
    await expect(menu.getByText(words, { exact: true })).toBeVisible()

  const input = menu.locator('input[type=file]')
  await input.focus()
  await input.setInputFiles(file(await picture('teal')))
  await expect(page.getByText('Profile picture updated!')).toBeVisible()
  await expect(input).toBeFocused()
  const first = await headerPicture(page).getAttribute('src')
  expect(first).toMatch(/^\/files\/profile_pictures\//)

  await menu.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog).toBeVisible()
  await expect(menu).toBeHidden()
  await give(page, 'paste', await picture('orange', 200, 400))
  await expect(headerPicture(page)).not.toHaveAttribute('src', first ?? '')
  await expect(dialog.locator('.avatar img')).toHaveAttribute(
    'src',
    (await headerPicture(page).getAttribute('src')) ?? '',
  )

  await expect(dialog.getByText('Email cannot be changed')).toBeVisible()
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveAttribute('readonly')
  await dialog.getByLabel('Username').fill('ab')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible()
  const renamed = `new_${player.username}`
  await dialog.getByLabel('Username').fill(renamed)
  await dialog.getByLabel('Full Name').fill('  Mara   Vossberg ')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await expect(dialog).toBeHidden()
  const trigger = page.getByRole('button', { name: `Your menu, @${renamed}` })
  await expect(trigger).toBeFocused()
  await trigger.click()
  await expect(menu.getByText('Mara Vossberg', { exact: true })).toBeVisible()

  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Profile picture removed.')).toBeVisible()
  await expect(headerPicture(page)).toHaveCount(0)
  await expect(page.locator('main .avatar-picker input[type=file]')).toBeFocused()
})

test('an uploading picture is shown with its progress, and no second one is accepted', async ({ page, context }) => {
  await signedInPlayer(context)
  await page.goto('/account')
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/account/avatar', async (route) => {
    await opened
    await route.fallback()
  })
  const picker = page.locator('main .avatar-picker')
  await give(page, 'drop', await picture('teal'))
  await expect(picker.getByText('Uploading...')).toBeVisible()
  await expect(picker.getByRole('progressbar')).toBeVisible()
  await expect(picker.locator('input[type=file]')).toBeDisabled()
  await expect(picker.locator('img')).toHaveAttribute('src', /^data:image\//)
  open()
  await expect(page.getByText('Profile picture updated!')).toBeVisible()
  await expect(picker.locator('input[type=file]')).toBeEnabled()
  await expect(picker.locator('img')).toHaveAttribute('src', /^\/files\//)
})

test.describe('refused pictures', () => {
  test.use({ expectedErrors: [/status of (413|503)/] })

  test('an invalid picture is refused, a large photo is scaled down, and a refusal of the proxy is reported', async ({
    page,
    context,
  }) => {
    await signedInPlayer(context)
    await page.goto('/account')
    const input = page.locator('main .avatar-picker input[type=file]')
    const alert = page.locator('main .avatar-picker [role=alert]')
    await input.setInputFiles(file(Buffer.from('text'), 'notes.txt', 'text/plain'))
    await expect(alert).toHaveText('That is not a picture we can read. Please choose a JPEG, PNG, WebP or GIF file.')
    await input.setInputFiles(file(Buffer.from('text'), 'photo.png'))
    await expect(alert).toHaveText('That picture is damaged and cannot be read. Please choose another one.')
    await input.setInputFiles(file(Buffer.alloc(3 << 20), 'photo.png'))
    await expect(alert).toHaveText('That picture is larger than 2 MB. Please choose a smaller one.')
    await expect(headerPicture(page)).toHaveCount(0)

    // Without compression a plain picture is large, too.
    const large = await sharp({ create: { width: 900, height: 800, channels: 3, background: 'teal' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(2 << 20)
    await input.setInputFiles(file(large))
    await expect(page.getByText('Profile picture updated!')).toBeVisible()
    await expect(headerPicture(page)).toHaveCount(1)

    const body = '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>'
    await page.route('**/account/avatar', (route) => route.fulfill({ status: 413, body, contentType: 'text/html' }))
    await give(page, 'drop', await picture('teal'))
    await expect(alert).toHaveText(PROXY_LIMIT)
    await page.route('**/account/avatar', (route) =>
      route.fulfill({ status: 503, json: { message: 'Short of breath' } }),
    )
    await give(page, 'drop', await picture('teal'))
    await expect(alert).toHaveText('Error uploading avatar. Please try again in a moment.')
  })
})

test('a player ends another of their sessions', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  const { token } = await signIn(player)
  await page.goto('/account')
  await expect(page.getByText('This device')).toHaveCount(1)
  await page.getByRole('link', { name: /^End the session of/ }).click()
  await page.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByRole('link', { name: /^End/ })).toHaveCount(0)
  expect(await database().$count(sessions, eq(sessions.token, token))).toBe(0)
})

test.describe('from setting a password to deleting the account', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('a player changes the password, downloads the data and deletes the account', async ({ page, context }) => {
    const player = await signedInPlayer(context)
    await givePassword(player, PASSWORD)
    const { token } = await signIn(player)
    await page.goto('/account')
    const form = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: page.getByRole('heading', { name: 'Password' }) })
    await form.getByLabel('Current password').fill('wrong')
    await form.getByLabel('New password').fill('a new password')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('That is not your current password')).toBeVisible()
    await expect(form.getByLabel('New password')).toHaveValue('a new password')
    await form.getByLabel('Current password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(form.getByLabel('New password')).toHaveValue('')
    // The password change ended the session of the other browser.
    expect(await database().$count(sessions, eq(sessions.token, token))).toBe(0)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^playhall-data-[\d-]+\.json$/)
    const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { profile: { email: string } }
    expect(data.profile.email).toBe(player.email)

    await page.getByRole('link', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog.getByText('posts with the comments below them')).toBeVisible()
    await dialog.getByLabel('Type your username').fill('somebody')
    await dialog.getByLabel('Current password').fill('a new password')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.locator('.field-error').getByText('That is not your username')).toBeVisible()
    await dialog.getByLabel('Type your username').fill(player.username)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Thank you for playing.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expect(page.locator('.user-trigger')).toHaveCount(0)
    expect(await database().$count(players, eq(players.id, player.id))).toBe(0)
  })
})

test.describe('with little motion', () => {
  test.use({ reducedMotion: 'reduce' } as object)

  test('the account screens are accessible, and fit the smallest phone even with the longest name', async ({
    page,
    context,
  }) => {
    const player = await signedInPlayer(context, {
      username: `W${crypto.randomUUID().replaceAll('-', '').slice(0, 29)}`,
      fullName: 'W'.repeat(60),
    })
    await givePassword(player, PASSWORD)
    await signIn(player)
    for (const at of ACCOUNT_PAGES) {
      await context.addCookies([{ name: cookieName('note'), value: '!Damaged', url: process.env.E2E_URL }])
      await page.goto(at)
      await expect(page.locator('.note')).toHaveText('Damaged')
      expect(await violationsOf(page), at).toEqual([])
      await expectToFit(page, [320, 1280], at)
    }
    await openMenu(page)
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
    await expectToFit(page, [1280, 320], 'menu')
    const box = await page.locator('.user-menu').boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 320).toBe(true)
    expect(await violationsOf(page, { only: '.user-menu' }), 'menu').toEqual([])
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
    expect(await violationsOf(page, { only: 'dialog[open]' }), 'dialog').toEqual([])
    await expectToFit(page, [320], 'dialog')
  })
})
