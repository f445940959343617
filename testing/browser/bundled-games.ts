import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

const ALL = readdirSync('bundled').filter((slug) => existsSync(`bundled/${slug}/game.json`))

/** A static page, and an engine's moving canvas with touch keys: the two games that differ most. */
const MOST_DIFFERENT = ['2048', 'pixel-blaster']

/** Whether tests of every bundled game run in all of them: `npm run check -- --all`. */
const isAll = Boolean(process.env.TEST_ALL)

/** The bundled games in which such tests run. */
export const BUNDLED = isAll ? ALL : MOST_DIFFERENT

/** The games of a list in which a test runs: two, or all of them. */
export function someOf<Game>(games: Game[]): Game[] {
  return isAll ? games : [games[0]!, games.at(-1)!]
}

/** The markup of a game's page. */
export const pageOf = (slug: string) => readFileSync(`bundled/${slug}/index.html`, 'utf8')

/** All games except the two that are plain pages open with a card. */
export async function start(page: Page, slug: string): Promise<void> {
  await page.goto(`/play/${slug}/`)
  const card = page.locator('.stage-card')
  if (pageOf(slug).includes('play.js')) await expect(card).toBeVisible()
  await leave(page, card, 'Enter')
}

/** In this many frames a game reads the pressed keys at least once. */
export const SEEN = 3

/** Dismisses a card by a key, which works once there was time to read the card. */
export async function leave(page: Page, card: Locator, key: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(card).toBeHidden({ timeout: 300 })
  }).toPass({ intervals: [100] })
}
