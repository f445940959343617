import { writeFileSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  type Response,
  type Route,
  test as base,
  type TestInfo,
} from '@playwright/test'
import { utcDay } from '../../app/lib/dates.ts'
import { linesSince } from './portal-log.ts'
import { startProxy } from './proxy.ts'

export { expect }

type Watch = {
  /** Texts of console errors that the test expects; all others fail it. */
  expectedErrors: RegExp[]
  /** Attaches the portals' log to a failed test. */
  logOnFailure: void
}

/**
 * Reported when a page is left after React Router has decoded a response, but before it has read the response's end,
 * because it ignores a rejection. Waits for a release of react-router after 8.4.0 that handles it.
 */
const LEFT_EARLY = 'AbortError: BodyStreamBuffer was aborted'

/** The client address of the running test; a worker runs one at a time. */
let address = ''

/** A page whose console errors and uncaught exceptions fail the test. */
export const test = base.extend<Watch, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const proxy = await startProxy(() => address)
      await use({ ...launchOptions, proxy: { server: proxy.url } })
      proxy.stop()
    },
    { scope: 'worker' },
  ],
  // Includes contexts that a test creates itself.
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
  logOnFailure: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      // Each test has a separate address (the portals trust one proxy), so that none uses up another's limits.
      address = `10.${[6, 4, 2].map((at) => parseInt(info.testId.slice(-at).slice(0, 2), 16) || 1).join('.')}`
      const started = Date.now()
      await use()
      if (info.status !== info.expectedStatus) await saveLog(info, started)
    },
    { auto: true },
  ],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => {
      if (String(error) !== LEFT_EARLY) errors.push(String(error))
    })
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    await use(page)
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/** A loaded page ignores keys, clicks and other tabs until its script runs: navigating and reloading wait for that. */
function waitUntilLive(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const original = page[name].bind(page) as (...given: unknown[]) => Promise<Response | null>
    page[name] = async (...given: unknown[]) => {
      const answer = await original(...given)
      if (await page.evaluate(willBeLive)) await page.locator('html[data-live]').waitFor({ state: 'attached' })
      return answer
    }
  }
}

/** Whether the document will become live: a page of a portal where scripts may run. */
function willBeLive(): boolean {
  // Where scripts run, the content of noscript is text.
  return document.getElementById('scripts')?.childElementCount === 0
}

async function saveLog(info: TestInfo, started: number): Promise<void> {
  const lines = await linesSince(started)
  writeFileSync(info.outputPath('portal.log'), lines.join('\n'))
  console.log(
    `The last of ${lines.length} lines that the portals logged while "${info.title}" ran, all of them in ${info.outputPath('portal.log')}:`,
  )
  console.log(lines.slice(-20).join('\n'))
}

type Browsing = { page: Page; context: BrowserContext; browser: Browser }

/**
 * Runs the body of a test that depends on the UTC day. If it fails and the day has changed meanwhile, it runs again in
 * another context.
 */
export function withinOneDay(body: (given: Browsing) => Promise<void>) {
  return async ({ page, context, browser }: Browsing) => {
    const day = utcDay(new Date())
    try {
      await body({ page, context, browser })
    } catch (error) {
      if (utcDay(new Date()) === day) throw error
      test.setTimeout(test.info().timeout * 2)
      const another = await browser.newContext()
      await body({ page: await another.newPage(), context: another, browser })
      await another.close()
    }
  }
}

/** Waits until the page was drawn so many times, so that the effects of its events are visible. */
export async function paint(page: Page, times = 2): Promise<void> {
  await page.evaluate(async (count) => {
    for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
  }, times)
}

/**
 * Watches a page for an element that disappears by itself, maybe before a busy machine looks for it. `hasAppeared` tells
 * whether it has been there; `appears` waits for that.
 */
export async function watchFor(
  page: Page,
  selector: string,
): Promise<{ hasAppeared: () => Promise<boolean>; appears: () => Promise<void> }> {
  const watch = await page.evaluateHandle((searched) => {
    const seen = { isSeen: false }
    const look = () => (seen.isSeen ||= document.querySelector(searched) !== null)
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
    return seen
  }, selector)
  const hasAppeared = () => watch.evaluate(({ isSeen }) => isSeen)
  return { hasAppeared, appears: () => expect.poll(hasAppeared, `${selector} appeared`).toBe(true) }
}

/** Holds a page's next request for such an address, until the returned function is called. */
export async function holdNext(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await promise
    await route.fallback()
  }
  await page.route(address, hold, { times: 1 })
  return resolve
}

/**
 * Returns the bodies of a page's POSTs that it aborts before their response: the portal finishes them, maybe after the
 * page's next request.
 */
export function collectAborted(page: Page): string[] {
  const aborted: string[] = []
  page.on('requestfailed', (request) => {
    // The router also aborts what it has read.
    const isAnswered = request.timing().responseStart >= 0
    if (request.method() === 'POST' && !isAnswered) aborted.push(request.postData() ?? '')
  })
  return aborted
}

/** Makes a provider's host answer with a small game. */
export async function answerGames(page: Page, body = '<title>game</title><h1>A game</h1>'): Promise<void> {
  await page.route('https://html5.gamemonetize.com/**', (route) => route.fulfill({ contentType: 'text/html', body }))
}
