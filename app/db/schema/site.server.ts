import { pgTable, text } from 'drizzle-orm/pg-core'

/** Operators' replacements for texts of app/site/site-copy.ts, by name (docs/product.md, Texts of the site). */
export const siteTexts = pgTable('site_words', {
  name: text().primaryKey(),
  value: text().notNull(),
})
