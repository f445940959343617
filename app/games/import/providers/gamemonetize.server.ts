import { type FeedEntry, type FeedProvider, isRecord, listOf, textOf } from '../feed-entry.ts'

/** Genres of theirs that mean an allowed category; the rest is told by tags. */
const GENRES = new Map(
  Object.entries({
    '.io': ['Multiplayer'],
    bejeweled: ['Puzzle'],
    hypercasual: ['Casual'],
    puzzles: ['Puzzle'],
  }),
)

/** What their feed makes of entities in instructions: "Drag &amp; drop" arrives as "Drag amp drop". */
const MANGLED = new Map(Object.entries({ amp: ' & ', rsquo: '’', ndash: ' – ' }))

/**
 * A bare array, every value a string. The same game has other ids and hosts in their two feeds; the 32-character hash
 * in its address and picture is what stays.
 */
export const gamemonetize: FeedProvider = {
  name: 'gamemonetize',
  gameHosts: ['html5', 'uncached'].flatMap((name) =>
    ['com', 'co', 'games'].map((end) => `${name}.gamemonetize.${end}`),
  ),
  pictureHosts: ['img.gamemonetize.com'],
  places: ['*'],
  readEntry,
  nextPage,
}

function readEntry(value: unknown): FeedEntry | null {
  // What lacks one of them is still an entry of theirs, and what it lacks is told.
  if (!isRecord(value) || !['title', 'url', 'thumb'].some((field) => field in value)) return null
  const category = textOf(value.category)
  const address = textOf(value.url)
  const thumb = textOf(value.thumb)
  return {
    key: hashOf(address) || hashOf(thumb),
    title: textOf(value.title),
    address,
    rawCategory: category,
    categories: GENRES.get(category.trim().toLowerCase()) ?? [category],
    tags: listOf(value.tags),
    description: textOf(value.description),
    instructions: textOf(value.instructions).replace(
      / (amp|rsquo|ndash) /g,
      (_all, name: string) => MANGLED.get(name) ?? '',
    ),
    image: thumb,
    imageSmall: undefined,
    width: value.width,
    height: value.height,
    publishedBy: 'GameMonetize',
    playsOnPhones: null,
  }
}

function hashOf(address: string): string {
  return /gamemonetize\.[a-z]+\/([a-z0-9]{32})(?![a-z0-9])/i.exec(address)?.[1]?.toLowerCase() ?? ''
}

/** `feed.php?format=0&num=100&page=N` counts pages from 1 and ends with a short or an empty one. */
function nextPage(page: URL, entries: number): URL | null {
  const number = page.searchParams.get('page')
  const size = Number(page.searchParams.get('num')) || 1
  if (number === null || entries < size) return null
  const next = new URL(page)
  next.searchParams.set('page', String((Number.parseInt(number) || 1) + 1))
  return next
}
