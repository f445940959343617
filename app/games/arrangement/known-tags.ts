import { type ArrangedTag, type Arrangement, arrangement } from './arrangement.ts'

/** What operators have set for tags, from memory (docs/product.md#tags). */

const cache = new WeakMap<Arrangement, Map<string, ArrangedTag>>()

function known(): Map<string, ArrangedTag> {
  const current = arrangement()
  const found = cache.get(current) ?? new Map(current.tags.map((one) => [one.tag, one]))
  cache.set(current, found)
  return found
}

/** Returns the tag, in lower case, that lists a tag's games: the one that it was merged into, or itself. */
export function tagKey(tag: string): string {
  const key = tag.toLowerCase()
  return known().get(key)?.mergedInto ?? key
}

/**
 * Returns a tag as pages show it and games have it: the name that an operator gave it, or the tag that it was merged
 * into.
 */
export function spelledTag(tag: string): string {
  const key = tagKey(tag)
  return known().get(key)?.name ?? (key === tag.toLowerCase() ? tag : key)
}

/** Whether an operator has hidden a tag: no list offers it, and it has no page. */
export function isTagHidden(tag: string): boolean {
  return known().get(tagKey(tag))?.isHidden ?? false
}

/** Returns what the page of a tag says about it; '' if nothing. */
export function describeTag(tag: string): string {
  return known().get(tagKey(tag))?.description ?? ''
}

/** Returns the tags that pages show of these: in their spelling, without hidden tags and duplicates. */
export function shownTags(tags: string[]): string[] {
  if (!known().size) return tags
  const shown = new Map<string, string>()
  for (const tag of tags) {
    if (!isTagHidden(tag) && !shown.has(tagKey(tag))) shown.set(tagKey(tag), spelledTag(tag))
  }
  return [...shown.values()]
}
