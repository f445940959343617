import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'

export const GAME = '/games/ladders-snails'

export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

export const heartOnBar = (page: Page) => page.locator('.stage-bar').getByRole('button', { name: 'Add to wishlist' })

export const wishesOf = async (playerId: string) =>
  (await database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, playerId))).length
