import { type FeedEntry, type FeedProvider, isRecord, listOf, textOf } from '../feed-entry.ts'
import { categoriesOfGenres, wordsOfSlug } from '../genres.ts'

/** The longer side of a game in pixels: their feed has only the ratio of the sides. */
const LONG_SIDE = 960

/** `games` of an object. Their genres are also the games' tags. */
export const famobi: FeedProvider = {
  name: 'famobi',
  // Their page at the first host may lead the frame to the second one.
  gameHosts: ['play.famobi.com', 'games.cdn.famobi.com'],
  pictureHosts: ['img.cdn.famobi.com'],
  // `play.famobi.com/{game}/{affiliate id}`
  options: [{ name: 'affiliate', label: 'Affiliate id', segment: 1 }],
  paths: ['games.*'],
  readEntry,
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry that lacks some of these is still theirs, and the import reports what it lacks.
  if (!isRecord(value) || !['package_id', 'name', 'link'].some((field) => field in value)) return null
  const genres = listOf(value.categories)
  return {
    key: textOf(value.package_id).trim().toLowerCase(),
    title: textOf(value.name),
    address: textOf(value.link),
    rawCategory: genres.join(', '),
    categories: categoriesOfGenres(genres),
    tags: genres.map(wordsOfSlug),
    description: textOf(value.description),
    instructions: '',
    image: textOf(value.thumb),
    imageSmall: textOf(value.thumb_180) || undefined,
    ...sizeOf(Number(value.aspect_ratio)),
    publishedBy: 'Famobi',
    playsOnPhones: null,
  }
}

/** A ratio of 1 means that it is not known: nearly all such games have no orientation either. */
function sizeOf(ratio: number): { width: unknown; height: unknown } {
  if (ratio === 1) return { width: null, height: null }
  return ratio > 1
    ? { width: LONG_SIDE, height: Math.round(LONG_SIDE / ratio) }
    : { width: Math.round(LONG_SIDE * ratio), height: LONG_SIDE }
}
