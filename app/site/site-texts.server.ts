import { isDeepStrictEqual } from 'node:util'
import { prepared } from '../db/query.server.ts'
import { remember } from '../lib/remember.ts'
import { SITE_COPY, type SiteCopy } from './site-copy.ts'
import { type SiteTexts, siteTextsOf } from './site-texts.ts'
import { config } from '../server/process/config.server.ts'

const known = () => remember('site-words', () => ({ words: siteTextsOf(SITE_COPY, config()) }))

/** Returns the current site copy from memory. It is the same object until an operator changes it. */
export function siteTexts(): SiteTexts {
  return known().words
}

/** Returns the site copy as operators edit it: their own texts, or the defaults. */
export async function readSiteCopy(): Promise<SiteCopy> {
  const rows = await prepared<{ name: string; value: string }>('site-words', 'select name, value from site_words')
  // Ignore names that this release does not know.
  const given = rows.filter(({ name }) => Object.hasOwn(SITE_COPY, name)).map(({ name, value }) => [name, value])
  return { ...SITE_COPY, ...Object.fromEntries(given) }
}

/** Loads the site copy into memory. Returns whether it changed. */
export async function loadSiteTexts(): Promise<boolean> {
  const words = siteTextsOf(await readSiteCopy(), config())
  if (isDeepStrictEqual(words, known().words)) return false
  known().words = words
  return true
}
