import { type ArrangedTag, type Arrangement, arrangement } from './arrangement.ts'

/** The operators' settings for tags, from memory (docs/product.md#tags). */

const cache = new WeakMap<Arrangement, Map<string, ArrangedTag>>()

function known(): Map<string, ArrangedTag> {
  const current = arrangement()
  const found = cache.get(current) ?? new Map(current.tags.map((one) => [one.tag, one]))
  cache.set(current, found)
  return found
}

/**
 * Returns the lower-case tag under which a tag's games are listed: the tag that it was merged into, or the tag itself.
 */
export function tagKey(tag: string): string {
  const key = tag.toLowerCase()
  return known().get(key)?.mergedInto ?? key
}

/**
 * Returns a tag as pages show it and as games store it: the operator's name for it, or the tag that it was merged into.
 */
export function spelledTag(tag: string): string {
  const key = tagKey(tag)
  return known().get(key)?.name ?? (key === tag.toLowerCase() ? tag : key)
}

/** Whether an operator has hidden a tag. A hidden tag has no page and is in no list. */
export function isTagHidden(tag: string): boolean {
  return known().get(tagKey(tag))?.isHidden ?? false
}

/** Returns the description on the page of a tag; '' if there is none. */
export function describeTag(tag: string): string {
  return known().get(tagKey(tag))?.description ?? ''
}

/** Returns these tags as pages show them: in the displayed spelling, without hidden tags and duplicates. */
export function shownTags(tags: string[]): string[] {
  if (!known().size) return tags
  const shown = new Map<string, string>()
  for (const tag of tags) {
    if (!isTagHidden(tag) && !shown.has(tagKey(tag))) shown.set(tagKey(tag), spelledTag(tag))
  }
  return [...shown.values()]
}
