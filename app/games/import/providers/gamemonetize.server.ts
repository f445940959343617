import { type FeedEntry, type FeedProvider, isRecord, listOf, textOf } from '../feed-entry.ts'
import { categoriesOfGenres } from '../genres.ts'
import { nextNumberedPage } from '../numbered-pages.ts'

/** The provider's genres that map to an allowed category. For other genres, the tags determine the category. */
const GENRES = new Map(
  Object.entries({
    '.io': ['Multiplayer'],
    bejeweled: ['Puzzle'],
    hypercasual: ['Casual'],
    puzzles: ['Puzzle'],
  }),
)

/** Entities that the provider's feed mangles in instructions: "Drag &amp; drop" arrives as "Drag amp drop". */
const MANGLED = new Map(Object.entries({ amp: ' & ', rsquo: '’', ndash: ' – ' }))

/**
 * The feed is a bare array in which every value is a string. A game has different ids and hosts in the provider's two
 * feeds. Only the 32-character hash in its URL and picture is the same in both.
 */
export const gamemonetize: FeedProvider = {
  name: 'gamemonetize',
  gameHosts: ['html5', 'uncached'].flatMap((name) =>
    ['com', 'co', 'games'].map((end) => `${name}.gamemonetize.${end}`),
  ),
  pictureHosts: ['img.gamemonetize.com'],
  genres: GENRES,
  paths: ['*'],
  readEntry,
  // `feed.php?format=0&num=100&page=N`
  nextPage: (page, entries) => nextNumberedPage(page, entries, 'num'),
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry without some of these fields still belongs to this provider, and the import reports what is missing.
  if (!isRecord(value) || !['title', 'url', 'thumb'].some((field) => field in value)) return null
  const category = textOf(value.category)
  const address = textOf(value.url)
  const thumb = textOf(value.thumb)
  return {
    key: hashOf(address) || hashOf(thumb),
    title: textOf(value.title),
    address,
    rawCategory: category,
    categories: categoriesOfGenres([category], GENRES),
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
