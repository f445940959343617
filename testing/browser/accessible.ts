import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds wrong with a page in the dark, and with its colours in the light, a text each. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Colours that are on their way from one theme to the other have no contrast of their own.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page }).withTags(RULES).analyze()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze()
  return textsOf([...dark.violations, ...light.violations])
}

/** The page breaks no rule of axe in the dark and in the light, and is no wider than screens of 320, 390 and 1280 pixels. */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(textsOf(violations), `${what}, ${colorScheme}`).toEqual([])
  }
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${what} at ${width}`).toBe(0)
  }
}

function textsOf(violations: { id: string; nodes: { html: string }[] }[]): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
