/**
 * What a provider's reader takes from one entry of its feed: raw texts, as they stand there. `read-game.ts` cleans and
 * checks them all alike.
 */
export type FeedEntry = {
  /** Names the game for good within its provider, lower case; empty where the entry has none. */
  key: string
  title: string
  /** An address, or markup with a frame in it. */
  address: string
  /** The category as the feed names it. */
  rawCategory: string
  /** What it means: names or synonyms of the allowed categories, best first. */
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

export type FeedProvider = {
  /** As operators write it. */
  name: string
  /** Where its games stand: whoever frames them allows these hosts. */
  gameHosts: readonly string[]
  pictureHosts: readonly string[]
  /** A game's address as the provider wants it framed on the page at `pageUrl`, where that differs from the stored one. */
  addressOnPage?: (address: string, pageUrl: string) => string
  /** Where its feeds keep the games, as `entryReader` wants it. */
  places: string[]
  /** Reads one value of the feed, or gives null where it is no entry of this provider at all. */
  readEntry: (value: unknown) => FeedEntry | null
  /** Where the next page of a feed is, given the page just read and how many entries it had; null at the end. */
  nextPage?: (page: URL, entries: number) => URL | null
}

/** What is looked at of a field: more than any real one has, so that hostile ones cost no more than they are long. */
const TEXT_LIMIT = 20_000
const LIST_LIMIT = 100

/** A field that should be text: numbers count, everything else is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : typeof value === 'number' ? String(value) : ''
}

/** A field that should be a list of texts, or one text with commas. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, LIST_LIMIT).map(textOf)
  return textOf(value).split(',', LIST_LIMIT)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
