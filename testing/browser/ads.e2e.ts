import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type PortalProcess, startPortal } from '../portal/portal-process.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { expect, test } from './test.ts'

/** A stand-in for the ad network, which fills each slot with a frame. */

const SCRIPT = `
const fill = () => { for (const ins of document.querySelectorAll('ins.adsbygoogle:empty')) {
  const frame = document.createElement('iframe')
  frame.title = 'An ad'
  frame.width = '100%'
  frame.height = '100%'
  frame.src = new URL('/ad', document.currentScript?.src ?? window.adsHome).href
  window.adsHome = frame.src
  ins.append(frame)
} }
window.adsHome = document.currentScript.src
fill()
window.adsbygoogle = { push: fill }
`

let network: Server
let portal: PortalProcess
let asked: string[] = []

// One portal for all tests.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  network = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader(
      'content-type',
      request.url?.startsWith('/ad?') || request.url === '/ad' ? 'text/html' : 'text/javascript',
    )
    response.end(
      request.url?.startsWith('/script.js') ? SCRIPT : '<!doctype html><title>An ad</title><body>Buy lamps</body>',
    )
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  const { port } = network.address() as AddressInfo
  portal = await startPortal({
    settings: {
      TRUST_PROXY: '1',
      ADS_CLIENT: 'ca-pub-1234567890123456',
      ADS_UNITS: 'home-row=11',
      ADS_SCRIPT: `http://127.0.0.1:${port}/script.js`,
    },
  })
})
test.afterAll(async () => {
  await portal?.stop()
  network?.close()
})
test.beforeEach(() => {
  asked = []
})

const ask = (page: Page) => page.getByRole('region', { name: 'Ad cookies' })
const slot = (page: Page, place: string) => page.locator(`[data-ad="${place}"]`)

async function openHomeWithAd(page: Page): Promise<void> {
  await page.goto(portal.url)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await slot(page, 'home-row').scrollIntoViewIfNeeded()
  await expect(slot(page, 'home-row').locator('iframe')).toHaveCount(1)
}

/** Waits for the sign-in form, which must be in another document than the page with ads. */
async function expectNewDocument(page: Page): Promise<void> {
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window || 'adsbygoogle' in window)).toBe(false)
}

test.describe('in America', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('an ad loads near the screen and moves nothing, games have ads after client navigation, the account none', async ({
    page,
  }) => {
    await page.goto(portal.url)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const before = await slot(page, 'home-row').boundingBox()
    await expect(ask(page)).toHaveCount(0)
    await slot(page, 'home-row').scrollIntoViewIfNeeded()
    await expect(slot(page, 'home-row').frameLocator('iframe').getByText('Buy lamps')).toBeVisible()
    expect(await slot(page, 'home-row').locator('ins').getAttribute('data-ad-slot')).toBe('11')
    const after = await slot(page, 'home-row').boundingBox()
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height])
    expect(asked.filter((url) => url.startsWith('/script.js'))).toEqual(['/script.js?client=ca-pub-1234567890123456'])

    await page.locator('a[href^="/games/"]').filter({ visible: true }).first().click()
    await expect(page).toHaveURL(/\/games\/[\w-]+$/)
    await expect(slot(page, 'below-player').locator('iframe')).toHaveCount(1)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    const { pathname } = new URL(page.url())
    await page.getByRole('link', { name: 'Login' }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL(`${portal.url}/login?next=${encodeURIComponent(pathname)}`)
    await expectNewDocument(page)
  })

  test('after a redirect and a sign-out on pages with ads, the sign-in page is a new document', async ({
    page,
    context,
  }) => {
    const username = `buyer_${randomBytes(4).toString('hex')}`
    await page.goto(`${portal.url}/signup?next=%2Fterms`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(`${username}@mail.example`)
    await page.getByLabel('Password', { exact: true }).fill('a good password')
    await page.getByLabel('I agree to the').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(`${portal.url}/terms`)

    // The session has ended, so the page redirects.
    const cookies = await context.cookies()
    await openHomeWithAd(page)
    await page.locator('.header').getByRole('link', { name: 'Community' }).click()
    await expect(page.getByRole('link', { name: 'My Posts' })).toBeVisible()
    await context.clearCookies()
    await page.getByRole('link', { name: 'My Posts' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await expectNewDocument(page)

    await context.addCookies(cookies)
    await openHomeWithAd(page)
    await page.locator('.sidebar').hover()
    await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${portal.url}/login`)
    await expectNewDocument(page)
  })
})

test.describe('in Europe', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('no ad loads before consent, and a refusal is remembered', async ({ page }) => {
    await page.goto(portal.url)
    await expect(ask(page)).toBeVisible()
    for (const only of ['.ad-ask', '[data-ad]']) expect(await violationsOf(page, { only })).toEqual([])
    await expectToFit(page, [320, 1280], 'the question')
    await slot(page, 'home-row').scrollIntoViewIfNeeded()
    await ask(page).getByRole('button', { name: 'No ad cookies' }).click()
    await expect(ask(page)).toHaveCount(0)
    await page.reload()
    await slot(page, 'home-row').scrollIntoViewIfNeeded()
    await expect(slot(page, 'home-row').getByRole('link')).toBeVisible()
    await expect(ask(page)).toHaveCount(0)
    expect(asked).toEqual([])
  })

  test('the consent can be changed on the cookie policy', async ({ page }) => {
    await page.goto(`${portal.url}/cookie-policy`)
    const choice = page.getByRole('region', { name: 'Your choice about ads' })
    await expect(choice).toContainText('You have not been asked yet')
    await choice.getByRole('button', { name: 'Allow' }).click()
    await expect(choice).toContainText('may set cookies')
    await choice.getByRole('button', { name: 'No ad cookies' }).click()
    await expect(choice).toContainText('This browser does not load the ad network')
    await expect(page.getByText('The ad network that pays for the site')).toBeVisible()
    await expect(page.getByText('So there is no cookie banner')).toHaveCount(0)
    await page.goto(portal.url)
    await slot(page, 'home-row').scrollIntoViewIfNeeded()
    await expect(ask(page)).toHaveCount(0)
    expect(asked).toEqual([])
  })

  test('after consent ads load', async ({ page }) => {
    await page.goto(portal.url)
    await ask(page).getByRole('button', { name: 'Allow' }).click()
    await slot(page, 'home-row').scrollIntoViewIfNeeded()
    await expect(slot(page, 'home-row').locator('iframe')).toHaveCount(1)
  })
})
