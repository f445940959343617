import { isDeepStrictEqual } from 'node:util'
import { prepared } from '../db/query.server.ts'
import { remember } from '../lib/remember.ts'
import { SITE_COPY, type SiteCopy } from '../site/site-copy.ts'
import { type SiteWords, siteWordsOf } from '../site/site-words.ts'
import { config } from './config.server.ts'

const known = () => remember('site-words', () => ({ words: siteWordsOf(SITE_COPY, config()) }))

/** What the site says of itself now: from memory, the same object until an operator changes it. */
export function siteWords(): SiteWords {
  return known().words
}

/** The texts as operators edit them: theirs, and the site's own where they have none. */
export async function readSiteCopy(): Promise<SiteCopy> {
  const rows = await prepared<{ name: string; value: string }>('site-words', 'select name, value from site_words')
  // A name that a later release no longer knows changes nothing.
  const given = rows.filter(({ name }) => Object.hasOwn(SITE_COPY, name)).map(({ name, value }) => [name, value])
  return { ...SITE_COPY, ...Object.fromEntries(given) }
}

/** Reads them into the memory; gives whether they are others than before. */
export async function loadSiteWords(): Promise<boolean> {
  const words = siteWordsOf(await readSiteCopy(), config())
  if (isDeepStrictEqual(words, known().words)) return false
  known().words = words
  return true
}
