import AxeBuilder from '@axe-core/playwright'
import { PAGES } from '../../app/site/navigation.ts'
import { expect, test } from './test.ts'

const VISITED = [
  ...PAGES.filter((page) => !page.for).map(({ path }) => path),
  '/games?filter=puzzle',
  '/games/2048',
  '/games/lamplighter',
  '/category/car',
  '/category/nothing',
  '/tags?tags=puzzle',
]

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What may differ in another theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

test.describe('each page', () => {
  test.use({ reducedMotion: 'reduce' } as object)

  for (const path of VISITED) {
    test(`${path} is accessible, dark and light, and no wider than its screen`, async ({ page }) => {
      // Each button and link is compared with each other one: seconds of work on a page of a hundred cards.
      test.slow()
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(path)
      const violationsOf = async (axe: AxeBuilder) =>
        (await axe.exclude('iframe').analyze()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
        )
      expect(await violationsOf(new AxeBuilder({ page }).withTags(RULES)), 'dark').toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await violationsOf(new AxeBuilder({ page }).withRules(COLOURS)), 'light').toEqual([])
      for (const width of [320, 390, 768, 1280, 1680]) {
        await page.setViewportSize({ width, height: 800 })
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `at ${width}`).toBe(0)
      }
    })
  }
})

test('the home page keeps its budgets', async ({ page, request }) => {
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
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(resolve, 300, 0)
      }),
  )
  const sent = Number(html.headers()['content-length'])
  test.info().annotations.push({ type: 'budget', description: JSON.stringify({ ...sizes, html: sent, shift }) })
  expect(sizes.script).toBeLessThan(121_000)
  expect(sizes.style).toBeLessThan(20_000)
  expect(sizes.requests).toBeLessThanOrEqual(30)
  expect(sent).toBeLessThan(20_000)
  expect(shift).toBeLessThan(0.005)
})

test('pictures have sizes; those of the first row come at once, the others late', async ({ page }) => {
  await page.goto('/')
  const pictures = await page.locator('main img').evaluateAll((images) =>
    images.map((image) => ({
      width: image.getAttribute('width'),
      height: image.getAttribute('height'),
      lazy: image.getAttribute('loading') === 'lazy',
    })),
  )
  expect(pictures.length).toBeGreaterThan(100)
  expect(pictures.filter(({ width, height }) => !width || !height)).toEqual([])
  expect(pictures.slice(0, 5).some(({ lazy }) => lazy)).toBe(false)
  expect(pictures.filter(({ lazy }) => !lazy).length).toBeLessThan(14)
  // Announced in the head they would come before fonts, and in the size of another screen as well.
  expect(await page.locator('link[rel="preload"][as="image"]').count()).toBe(0)
})
