import { pgTable, text } from 'drizzle-orm/pg-core'

/** Operators' replacements for texts of app/site/site-copy.ts, by name (docs/product.md#short-texts). */
export const siteTexts = pgTable('site_words', {
  name: text().primaryKey(),
  value: text().notNull(),
})
