import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules whose results depend on the theme; all others are checked once. */
const COLOURS = ['color-contrast', 'link-in-text-block']

type Part = {
  /** The part of the page to check; other tests check the rest. */
  only?: string
  except?: string
}

/** The violations that axe finds in the dark theme, and those of colours in the light one, as texts. */
export async function violationsOf(page: Page, part: Part = {}): Promise<string[]> {
  return findViolations(page, part, (axe) => axe.withTags(WCAG))
}

/**
 * Checks that the page has no axe violations (best practices included), dark and light, and fits screens of 320, 390
 * and 1280 pixels.
 */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await findViolations(page, {}, (axe) => axe), what).toEqual([])
  await expectToFit(page, [320, 390, 1280], what)
}

/** Checks that the page fits screens of these widths, and leaves it at the last one. */
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
    // During the transition between themes, contrasts are meaningless.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Without passed rules and without a separate tab, a check costs a quarter.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    if (only) axe.include(only)
    if (except) axe.exclude(except)
    const { violations } = await (colorScheme === 'dark' ? ruled(axe) : axe.withRules(COLOURS)).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  return found
}
