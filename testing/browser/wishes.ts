import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'

export const GAME = '/games/ladders-snails'

export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/**
 * Collects the titles of all toasts from a tab's next page on. Each is visible for a few seconds only, and for 1.2 s if
 * another follows.
 */
export async function collectToasts(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('addToast', (title: string) => heard.push(title))
  await page.addInitScript(() => {
    const { addToast } = window as unknown as { addToast: (title: string) => void }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.toast'))
            addToast(node.querySelector('strong')?.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  return heard
}

export const heartOnBar = (page: Page) => page.locator('.stage-bar').getByRole('button', { name: 'Add to wishlist' })

export const wishesOf = async (playerId: string) =>
  (await database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, playerId))).length
