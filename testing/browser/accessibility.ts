import axeCore, { type RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Present in a page once axe's source has run there. */
declare const axe: typeof axeCore

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
  return findViolations(page, part, { type: 'tag', values: WCAG })
}

/**
 * Checks that the page has no axe violations (best practices included), dark and light, and fits screens of 320, 390
 * and 1280 pixels.
 */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await findViolations(page), what).toEqual([])
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

/** Checks the rules in the dark theme, by default all, and those of colours in the light one. */
async function findViolations(
  page: Page,
  { only = 'html', except }: Part = {},
  rules?: RunOptions['runOnly'],
): Promise<string[]> {
  const found: string[] = []
  const context = { include: [only], exclude: except ? [except] : [] }
  await page.evaluate(axeCore.source)
  for (const colorScheme of ['dark', 'light'] as const) {
    // During the transition between themes, contrasts are meaningless.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options: RunOptions = { runOnly: colorScheme === 'dark' ? rules : COLOURS, resultTypes: ['violations'] }
    const violations = await page.evaluate(async ([checked, chosen]) => (await axe.run(checked, chosen)).violations, [
      context,
      options,
    ] as const)
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  return found
}
