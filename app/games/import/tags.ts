import { spelledTag, tagKey } from '../arrangement/known-tags.ts'

const MAX_TAGS = 20
const MAX_LENGTH = 40

/** Tags that advertise a site, a studio or the feed itself instead of describing a game. */
const SPAM = [
  /\bgames? (?:for|on) (?:your|my) (?:web ?)?site\b/i,
  /^(?:free|best|html ?5?|h5|unity|new|unblocked|online|web|friv|\d{4}) games?$/i,
  /^(?:html ?5?|unity) ?games?\b/i,
  /^games?$/i,
  /^(?:mentolatux|kiz ?10|friv|poki|y8|mapi games|naptech games|onlinegames ?io|crazygames)$/i,
  /[/@]/,
  /\.(?:com|net|org)\b/i,
]

/**
 * Returns the tags of a game from cleaned texts: at most 20, without duplicates, each in its first spelling. Case is
 * ignored here and in every other comparison of tags. A tag that operators merged or renamed gets their spelling.
 */
export function cleanTags(tags: string[]): string[] {
  const byName = new Map<string, string>()
  for (const tag of tags) {
    const tidy = tidyTag(tag)
    const name = tagKey(tidy)
    if (
      !tidy ||
      tidy.length > MAX_LENGTH ||
      !/[\p{L}\p{N}]/u.test(tidy) ||
      SPAM.some((one) => one.test(tidy)) ||
      byName.has(name)
    )
      continue
    byName.set(name, spelledTag(tidy))
    if (byName.size === MAX_TAGS) break
  }
  return [...byName.values()]
}

/** Returns those of a game's tags that operators renamed or merged, as the feed spells them. */
export function replacedTags(tags: string[]): string[] {
  return tags.map(tidyTag).filter((tag) => tagKey(tag) !== tag.toLowerCase())
}

function tidyTag(tag: string): string {
  return tag.replace(/^[#\s]+|(?<![,;\s])[,;\s]+$/g, '')
}
