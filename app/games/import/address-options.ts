import type { AddressOption } from './feed-entry.ts'

/** The operator's ids, by the names of the provider's options. */
export type OptionValues = Readonly<Record<string, string>>

/** Valid ids: none of them changes the path around it. */
export const OPTION_VALUE = /^[\w~-][\w.~-]{0,99}$/

/**
 * Replaces the affiliate and publisher ids in a game's address with the operator's. Without a valid id of the operator,
 * it removes the one in the feed, which often belongs to somebody else.
 */
export function applyOptions(address: string, options: readonly AddressOption[], values: OptionValues): string {
  const url = new URL(address)
  for (const { name, segment } of options) {
    const given = Object.hasOwn(values, name) ? values[name] : undefined
    const value = given && OPTION_VALUE.test(given) ? given : null
    if (segment !== undefined) setSegment(url, segment, value)
    else if (value) url.searchParams.set(name, value)
    else if (url.searchParams.has(name)) url.searchParams.delete(name)
  }
  return url.href
}

/** Sets or removes a segment of a path. A path too short to have a place for it stays as it is. */
function setSegment(url: URL, at: number, value: string | null): void {
  const segments = url.pathname.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (segments.length < at) return
  segments.splice(at, 1, ...(value ? [value] : []))
  url.pathname = `/${segments.join('/')}`
}
