import { PAGES } from '../../app/site/navigation.ts'
import { expectToFit, violationsOf } from './accessibility.ts'
import { shiftOf } from './layout-shift.ts'
import { expect, test } from './test.ts'

const VISITED = [
  // Other tests write to the board, so board.e2e.ts checks its own.
  ...PAGES.filter((page) => !page.for && page.path !== '/community').map(({ path }) => path),
  '/games?filter=puzzle',
  '/games/2048',
  '/games/lamplighter',
  '/category/action?order=a-z&page=2',
  '/category/nothing',
  '/tags?tags=puzzle',
]

/** Pages that are checked in one tab, since a new tab takes longer than the checks of a page. */
const PAGES_IN_TAB = 6

test.describe('each page', () => {
  test.use({ reducedMotion: 'reduce' } as object)

  for (let at = 0; at < VISITED.length; at += PAGES_IN_TAB) {
    const paths = VISITED.slice(at, at + PAGES_IN_TAB)
    test(`is accessible, dark and light, and no wider than its screen, and requests no other host: ${paths.join(', ')}`, async ({
      page,
      baseURL,
    }) => {
      const foreign: string[] = []
      page.on('request', (request) => {
        const url = request.url()
        if (/^https?:/.test(url) && !url.startsWith(baseURL!)) foreign.push(`${page.url()} requests ${url}`)
      })
      for (const path of paths) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(path)
        expect.soft(await violationsOf(page, { except: 'iframe' }), path).toEqual([])
        await expectToFit(page, [320, 390, 768, 1280, 1680], path)
      }
      expect(foreign).toEqual([])
    })
  }
})

test('the home page stays within its budgets', async ({ page, request }) => {
  const sizes = { script: 0, style: 0, requests: 0 }
  page.on('response', async (answer) => {
    const type = answer.request().resourceType()
    if (type === 'image') return
    sizes.requests++
    if (type !== 'script' && type !== 'stylesheet') return
    const { responseBodySize, responseHeadersSize } = await answer.request().sizes()
    sizes[type === 'script' ? 'script' : 'style'] += responseBodySize + responseHeadersSize
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const html = await request.get('/', { headers: { 'Accept-Encoding': 'br' } })
  const shift = await shiftOf(page)
  const sent = Number(html.headers()['content-length'])
  test.info().annotations.push({ type: 'budget', description: JSON.stringify({ ...sizes, html: sent, shift }) })
  expect(sizes.script).toBeLessThan(124_000)
  expect(sizes.style).toBeLessThan(20_000)
  expect(sizes.requests).toBeLessThanOrEqual(30)
  expect(sent).toBeLessThan(20_000)
  expect(shift).toBeLessThan(0.005)
})
