import { COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from '../../app/pages/kept-in-browser.ts'
import { SITE_COPY } from '../../app/site/site-copy.ts'
import { expectNoFaults } from './accessible.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

test('what a visitor’s browser keeps after a while is what the policies name', async ({ page, context }) => {
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

test('an operator changes what the site says of itself, by keyboard, and takes it back', async ({ page, context }) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/site')
  await expectNoFaults(page, 'the form')
  const footer = page.getByLabel('Footer')
  const save = page.getByRole('button', { name: 'Save the words' })
  await footer.fill('x'.repeat(300))
  await save.press('Enter')
  await expect(page.getByText('Footer must be at most 240 characters')).toBeVisible()
  await expect(footer).toBeFocused()
  await footer.fill('Lit since 1931.')
  await save.press('Enter')
  await expect(page.locator('.toast').filter({ hasText: 'Saved. Every page says it from now on' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Take all changes back...' })).toBeVisible()
  await expect(footer).toHaveValue('Lit since 1931.')
  await expectNoFaults(page, 'the form after a change')
  await expect.poll(async () => (await page.request.get('/terms')).text()).toContain('leading-relaxed">Lit since 1931.')
  await page.getByRole('link', { name: 'Take all changes back...' }).press('Enter')
  await page.getByRole('button', { name: 'Take all changes back' }).press('Enter')
  await expect(page.locator('.toast').filter({ hasText: 'The site speaks its own words again' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the words' }).press('Enter')
  await expect(footer).toHaveValue(SITE_COPY.footer)
})

test('the menu of the header has the links that have no room, by keyboard', async ({ page }) => {
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('texts are read, and their places found', async ({ page }) => {
    await page.goto('/help')
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Safety' }).click()
    await expect(page).toHaveURL(/#safety$/)
    await expect(page.getByRole('heading', { name: 'Safety' })).toBeInViewport()
    await page.goto('/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeVisible()
  })
})
