import { pgTable, text } from 'drizzle-orm/pg-core'

/** What operators say in place of the site's own words, by the name of each in app/site/site-copy.ts (docs/product.md, Texts of the site). */
export const siteWords = pgTable('site_words', {
  name: text().primaryKey(),
  value: text().notNull(),
})
