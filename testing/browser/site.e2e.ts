import type { Route } from '@playwright/test'
import { COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from '../../app/data-inventory/browser-storage.ts'
import { SITE_COPY } from '../../app/site/site-copy.ts'
import { expectNoFaults } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

test('a visitor’s browser stores only what the policies name', async ({ page, context }) => {
  await page.goto('/')
  await page.goto('/games/2048')
  const kept = () => page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }))
  await page.getByRole('button', { name: 'Wishlist' }).first().click()
  await expect.poll(async () => (await kept()).local).toContain('playhall:recent')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Playhall' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'The privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.goBack()
  await page.reload()
  const { local, session } = await kept()
  const names = (list: { name: string }[], key: string) =>
    list.some(({ name }) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name))
  expect(local.filter((key) => !names(LOCAL_STORAGE, key))).toEqual([])
  expect(session.length).toBeGreaterThan(0)
  expect(session.filter((key) => !names(SESSION_STORAGE, key))).toEqual([])
  expect((await context.cookies()).filter(({ name }) => !names(COOKIES, name))).toEqual([])
})

test('an operator changes the site’s texts by keyboard and restores the defaults', async ({ page, context }) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/site')
  await expectNoFaults(page, 'the form')
  const footer = page.getByLabel('Footer')
  const save = page.getByRole('button', { name: 'Save texts' })
  await footer.fill('x'.repeat(300))
  await save.press('Enter')
  await expect(page.getByText('Footer must be at most 240 characters')).toBeVisible()
  await expect(footer).toBeFocused()
  await footer.fill('Lit since 1931.')
  const answered = Promise.withResolvers<void>()
  const held = async (route: Route) => {
    await answered.promise
    await route.continue()
  }
  await page.route('**/admin/site.data*', held, { times: 1 })
  await save.press('Enter')
  // The saved texts replace the form, so it takes no input meanwhile.
  await expect(page.locator('form').filter({ has: footer })).toHaveAttribute('inert')
  answered.resolve()
  await expect(page.locator('.toast').filter({ hasText: 'Saved. All pages show it now' })).toBeVisible()
  const reset = page.locator('summary').filter({ hasText: 'Restore all defaults...' })
  await expect(reset).toBeVisible()
  await expect(footer).toHaveValue('Lit since 1931.')
  await expectNoFaults(page, 'the form after a change')
  await expect.poll(async () => (await page.request.get('/terms')).text()).toContain('>Lit since 1931.')
  await reset.press('Enter')
  await page.getByRole('button', { name: 'Restore all defaults' }).press('Enter')
  await expect(page.locator('.toast').filter({ hasText: 'All defaults are restored' })).toBeVisible()
  await expect(footer).toHaveValue(SITE_COPY.footer)
})

test('the header’s menu contains the links that do not fit, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/terms')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const seen = () => nav.getByRole('link').allTextContents()
  expect(await seen()).toEqual(['Games', 'Originals', 'Community', 'Blog', 'Instructions'])
  await nav.getByRole('button', { name: 'More' }).press('Enter')
  await expect(nav.getByRole('link', { name: 'Contact' })).toBeVisible()
  expect((await seen()).slice(5)).toEqual(['About', 'Feedback', 'Contact'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'About Playhall' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Contact' })).toBeHidden()
  await page.setViewportSize({ width: 1536, height: 800 })
  await expect(nav.getByRole('button', { name: 'More' })).toBeHidden()
  expect(await seen()).toHaveLength(8)
})
