import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, type Response, test as base } from '@playwright/test'

export { expect }

const DAY_MS = 86_400_000

type Watch = {
  /** Texts of console errors that the test expects; all others fail it. */
  expectedErrors: RegExp[]
}

/** All tests share the board: while one loads it, another may take a picture away that it has just named. */
const TAKEN_AWAY = /status of 404 .*\/files\/post_pictures\//

/** A page whose console errors and uncaught exceptions fail the test, and to which no host but the portal answers. */
export const test = base.extend<Watch, object>({
  // Of the contexts that a test makes itself as well.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        context.on('page', waitUntilLive)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  page: async ({ page, baseURL, expectedErrors }, use, { testId }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    // Each test comes from an address of its own (the portal trusts one proxy here), so that none uses up another's limits.
    const address = `10.${[6, 4, 2].map((at) => parseInt(testId.slice(-at).slice(0, 2), 16) || 1).join('.')}`
    const isPage = (url: URL) => url.origin === baseURL && !url.pathname.startsWith('/play/')
    await page.route(isPage, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    )
    await use(page)
    const expected = [...expectedErrors, TAKEN_AWAY]
    expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/**
 * A page that has come does not hear keys, clicks and other tabs before its script runs: going to it and loading it again wait for that.
 */
function waitUntilLive(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const original = page[name].bind(page) as (...given: unknown[]) => Promise<Response | null>
    page[name] = async (...given: unknown[]) => {
      const answer = await original(...given)
      if (await page.evaluate(isToBeLive)) await page.locator('html[data-live]').waitFor({ state: 'attached' })
      return answer
    }
  }
}

/** Whether the document is a page that is to be live: one of a portal, where scripts may run. */
function isToBeLive(): boolean {
  return '__reactRouterContext' in window
}

/**
 * Before tests of what is earned by the day, in UTC: where the day is over within a minute, waits for the next, so that none
 * begins in one and ends in the other.
 */
export async function waitForAMinuteOfOneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left > 60_000) return
  test.setTimeout(test.info().timeout + left)
  await sleep(left)
}

/** Makes a provider's host answer with a small game. */
export async function answerGames(page: Page, body = '<title>game</title><h1>A game</h1>'): Promise<void> {
  await page.route('https://html5.gamemonetize.com/**', (route) => route.fulfill({ contentType: 'text/html', body }))
}
