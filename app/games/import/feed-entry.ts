/**
 * The raw texts that a provider's reader extracts from one entry of its feed. `read-game.ts` cleans and checks them for
 * all providers.
 */
export type FeedEntry = {
  /**
   * The game's stable id within its provider; empty if the entry has none. Lower case, unless ids may differ in case
   * only.
   */
  key: string
  title: string
  /** A URL, or markup that contains a frame. */
  address: string
  /** The category as the feed names it. */
  rawCategory: string
  /** The matching names or synonyms of allowed categories, best first. */
  categories: string[]
  tags: string[]
  description: string
  instructions: string
  image: string | undefined
  imageSmall: string | undefined
  width: unknown
  height: unknown
  publishedBy: string
  playsOnPhones: boolean | null
}

/** An affiliate or publisher id in the addresses of a provider's games (address-options.ts). */
export type AddressOption = {
  /** The query parameter that carries the id; for an id in the path, a name of ours. */
  name: string
  /** What operators read. */
  label: string
  /** The position of the path segment that carries the id, from 0. */
  segment?: number
}

export type FeedProvider = {
  /** The name that operators type. */
  name: string
  /** The hosts of the provider's games, which frames may load. */
  gameHosts: readonly string[]
  pictureHosts: readonly string[]
  /** Returns the URL to load in a frame on the page at `pageUrl`, if it differs from the stored URL. */
  addressOnPage?: (address: string, pageUrl: string) => string
  options?: readonly AddressOption[]
  /** The provider's own genre table, if it has one. The keys are in lower case. */
  genres?: ReadonlyMap<string, string[]>
  /**
   * The paths of the games within the provider's JSON feeds, for `entryReader`. Without paths, `openEntries` reads any
   * format.
   */
  paths?: readonly string[]
  /** Reads one value of the feed; returns null if the value is not an entry of this provider at all. */
  readEntry: (value: unknown) => FeedEntry | null
  /**
   * Returns the URL of the next page, given the page just read and its number of entries; null if there are no more
   * pages.
   */
  nextPage?: (page: URL, entries: number) => URL | null
}

/** The maximum length of a field. No real field is longer, and hostile ones of this length take little time. */
export const TEXT_LIMIT = 20_000
export const LIST_LIMIT = 100

/** Reads a text field: numbers become text, everything else is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : typeof value === 'number' ? String(value) : ''
}

/** Reads a field that is a list of texts, or one text with commas. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, LIST_LIMIT).map(textOf)
  return textOf(value).split(',', LIST_LIMIT)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
