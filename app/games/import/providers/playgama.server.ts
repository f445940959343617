import { type FeedEntry, type FeedProvider, isRecord, listOf, textOf } from '../feed-entry.ts'
import { categoriesOfGenres, wordsOfSlug } from '../genres.ts'

/** Segments of hits, as GameDistribution has, with fields of their own. */
export const playgama: FeedProvider = {
  name: 'playgama',
  gameHosts: ['playgama.com'],
  pictureHosts: ['playgama.com'],
  options: [{ name: 'clid', label: 'Partner id (clid)' }],
  paths: ['segments.*.hits.*'],
  readEntry,
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry that lacks some of these is still theirs, and the import reports what it lacks.
  if (!isRecord(value) || !['title', 'gameURL', 'embed'].some((field) => field in value)) return null
  const genres = listOf(value.genres)
  const [image] = listOf(value.images)
  return {
    key: textOf(value.id).trim().toLowerCase(),
    title: textOf(value.title),
    // `embed` is markup with a frame.
    address: textOf(value.gameURL) || textOf(value.embed),
    rawCategory: genres.join(', '),
    categories: categoriesOfGenres(genres),
    tags: [...genres, ...listOf(value.tags)].map(wordsOfSlug),
    description: textOf(value.description),
    instructions: textOf(value.howToPlayText),
    image,
    imageSmall: undefined,
    ...sizeOf(value.screenOrientation),
    publishedBy: 'Playgama',
    playsOnPhones: Array.isArray(value.mobileReady) ? listOf(value.mobileReady).some(isPhone) : null,
  }
}

/** The size in `embed` is the same for every game; only the orientation is the game's own. */
function sizeOf(orientation: unknown): { width: unknown; height: unknown } {
  const { horizontal = null, vertical = null } = isRecord(orientation) ? orientation : {}
  if (horizontal === true && vertical === false) return { width: 800, height: 450 }
  if (horizontal === false && vertical === true) return { width: 450, height: 800 }
  return { width: null, height: null }
}

function isPhone(device: string): boolean {
  return /android|ios/i.test(device)
}
