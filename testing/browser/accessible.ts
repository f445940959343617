import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What may differ from theme to theme; all else is found in either. */
const COLOURS = ['color-contrast', 'link-in-text-block']

type Part = {
  /** Nothing else of the page is looked at: the rest of it is another test's. */
  only?: string
  except?: string
}

/** What axe finds wrong with a page in the dark, and with its colours in the light, a text each. */
export async function violationsOf(page: Page, part: Part = {}): Promise<string[]> {
  return findViolations(page, part, (axe) => axe.withTags(WCAG))
}

/**
 * The page breaks no rule of axe, habits that no standard asks for included, in the dark and in the light, and is no wider
 * than screens of 320, 390 and 1280 pixels.
 */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await findViolations(page, {}, (axe) => axe), what).toEqual([])
  await expectToFit(page, [320, 390, 1280], what)
}

/** The page is no wider than screens of these widths; it stays in the last. */
export async function expectToFit(page: Page, widths: number[], what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${what} at ${width}`).toBe(0)
  }
}

async function findViolations(
  page: Page,
  { only, except }: Part,
  ruled: (axe: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    // Colours that are on their way from one theme to the other have no contrast of their own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // What passed is listed by nobody, and nothing is put together in a tab of its own: a quarter of the work.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    if (only) axe.include(only)
    if (except) axe.exclude(except)
    const { violations } = await (colorScheme === 'dark' ? ruled(axe) : axe.withRules(COLOURS)).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  return found
}
