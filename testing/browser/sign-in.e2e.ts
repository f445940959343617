import { expectNoFaults } from './accessibility.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { mailTo } from './mails.ts'
import { collectToasts } from './wishes.ts'
import { expect, paint, test } from './test.ts'

const PASSWORD = 'a good password'
const CREATED = 'Account created successfully! Please check your email for verification.'

/** What the browser logs for a refusal or a missing response. */
const REFUSED = /responded with a status of (400|401|409|503)|ERR_FAILED/

const newName = () => `mara_${randomBytes(4).toString('hex')}`
const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title })
/** The link in the header; the phone menu has one, too. */
const loginLink = (page: Page) => page.locator('.header > .header-login')

async function fillSignUp(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('I agree to the').check()
}

async function fillLogin(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(`${username}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test.describe('without a mail server', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('a visitor signs up, is signed in at once, signs out and in again', async ({ page }) => {
    const username = newName()
    const toasts = await collectToasts(page)
    await page.goto('/')
    await loginLink(page).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible()
    await fillSignUp(page, username)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(toast(page, 'Successfully signed in!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(loginLink(page)).toHaveCount(0)

    await page.locator('.sidebar').hover()
    await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Signed out successfully')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.locator('.sidebar').getByRole('button', { name: 'Logout' })).toHaveCount(0)

    // Navigating to the next page aborts late requests of this one.
    await page.route(/\/(login|_root)\.data/, async (route) => {
      if (route.request().method() === 'GET') await setTimeout(1500)
      await route.continue()
    })
    // What another player has typed here, before that session expired, and what a visitor has.
    // Drafts of earlier releases do not say who typed them.
    await page.evaluate(() => {
      const drafts = {
        'comment:1': { playerId: 'mara', by: 'mara' },
        contact: { playerId: 'visitor', by: 'mara' },
        feedback: { playerId: 'visitor' },
      }
      for (const [name, draft] of Object.entries(drafts))
        localStorage.setItem(`playhall:draft:${name}`, JSON.stringify({ ...draft, of: '', fields: {} }))
    })
    await fillLogin(page, username)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(loginLink(page)).toHaveCount(0)
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('playhall:draft')))
    await expect.poll(drafts).toEqual(['playhall:draft:feedback'])

    // An error page mounts the shell again, which must not report the sign-out again.
    await page.evaluate(() => {
      localStorage.setItem('playhall:draft:test', '{"by":"visitor"}')
      document.querySelector('#main')!.insertAdjacentHTML('afterbegin', '<a href="/community/999999">Gone</a>')
    })
    await page.getByRole('link', { name: 'Gone' }).click()
    await expect(page).toHaveTitle(/not found/i)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('not found')
    await paint(page)
    expect(await page.evaluate(() => localStorage.getItem('playhall:draft:test'))).toContain('visitor')
    expect(toasts.filter((title) => title === 'Signed out successfully')).toHaveLength(1)
  })

  test('errors are shown next to their fields before anything is sent, and the input is preserved', async ({
    page,
  }) => {
    await page.goto('/signup')
    await page.getByLabel('Username').fill('ab')
    await page.getByLabel('Email').fill('mara@')
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Create Account' }).click()
    for (const words of [
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      'You must agree to the terms and conditions',
    ])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('ab')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('12345')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  })
})

test.describe('with a refusal that the browser logs', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('a failure is reported in a toast and next to the form, which preserves the input', async ({ page }) => {
    await page.goto('/login?failed=google')
    const failure = 'Failed to log in with Google'
    await expect(toast(page, failure)).toBeVisible()
    await expect(page.locator('form').getByText(failure)).toBeVisible()
    await fillLogin(page, 'nobody', 'wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(toast(page, 'Wrong email or password')).toBeVisible()
    await expect(page.locator('form').getByText('Wrong email or password')).toBeVisible()
    await expect(page.locator('form').getByText(failure)).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue('nobody@mail.example')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong password')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.locator('form').getByText(failure)).toHaveCount(0)
  })

  test('the buttons are disabled while the form is sent, and a lost connection loses no input', async ({ page }) => {
    await page.goto('/login')
    await fillLogin(page, 'nobody')
    const held = Promise.withResolvers<void>()
    await page.route('**/login.data*', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    held.resolve()
    await expect(toast(page, 'There is no connection right now.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('nobody@mail.example')
  })
})

test('other tabs show a sign-in and a sign-out, and stay on their pages', async ({ page, context }) => {
  const username = newName()
  await page.goto('/signup?next=%2Fterms')
  const other = await context.newPage()
  await other.goto(`${process.env.E2E_URL}/how-to-play`)
  await fillSignUp(page, username)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(other, 'Successfully signed in!')).toBeVisible()
  await expect(loginLink(other)).toHaveCount(0)
  await expect(page).toHaveURL('/terms')
  // A background tab paints once a second.
  await page.bringToFront()
  await page.locator('.sidebar').hover()
  await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
  await expect(toast(other, 'Signed out successfully')).toBeVisible()
  await expect(loginLink(other)).toBeVisible()
  await expect(other).toHaveURL(/how-to-play/)
})

test('two browsers are signed in as two players at once', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const second = await context.newPage()
  const names = [newName(), newName()]
  for (const [at, one] of [page, second].entries()) {
    await one.goto('/signup?next=%2Fterms')
    await fillSignUp(one, names[at] as string)
  }
  await Promise.all([page, second].map((one) => one.getByRole('button', { name: 'Create Account' }).click()))
  for (const [at, one] of [page, second].entries()) {
    await expect(one).toHaveURL('/terms')
    await one.reload()
    await expect(one.getByRole('button', { name: `Your menu, @${names[at]}`, exact: true })).toBeVisible()
  }
  await context.close()
})

test('without a mail server, a player who forgot the password is referred to the operators', async ({ page }) => {
  await page.goto('/forgot-password')
  await expect(page.getByText('This portal has no mail server.')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@mail.example')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expect(page.getByRole('heading', { name: 'Now ask the operators' })).toBeVisible()
  await expectNoFaults(page, 'the answer')
  await page.getByRole('link', { name: 'Contact the operators' }).click()
  await expect(page).toHaveURL('/contact')
})

test.describe('with a mail server', () => {
  test.use({ baseURL: process.env.E2E_MAIL_URL })

  test('a visitor signs up, confirms the address with the password, and later resets the password by mail', async ({
    page,
  }) => {
    const username = newName()
    await page.goto('/signup')
    await fillSignUp(page, username)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(toast(page, CREATED)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const { link } = await mailTo(`${username}@mail.example`, /^Confirm your email/)
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await expect(toast(page, 'Successfully signed in!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

    await page.context().clearCookies()
    await page.goto('/login?next=%2Fterms')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // Both pages have a field for the address.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(`${username}@mail.example`)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const { link: another } = await mailTo(`${username}@mail.example`, /^Choose a new password/)
    await page.goto(another)
    await page.getByLabel('New password').fill('another password')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(toast(page, 'Your password is changed')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await fillLogin(page, username, 'another password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/')
    await page.goto(another)
    await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()
  })

  test('a player signs in with Google', async ({ page }) => {
    await page.goto('/login?next=%2Fhow-to-play')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(toast(page, 'Successfully signed in!')).toBeVisible()
    await expect(page).toHaveURL('/how-to-play')
    await expect(page.getByRole('button', { name: 'Your menu, @gina_grun', exact: true })).toBeVisible()
  })
})
