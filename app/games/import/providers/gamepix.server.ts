import { type FeedEntry, type FeedProvider, isRecord, textOf } from '../feed-entry.ts'
import { categoriesOfGenres, wordsOfSlug } from '../genres.ts'
import { nextNumberedPage } from '../numbered-pages.ts'

/** A JSON feed (jsonfeed.org) with `items`. Its games have one genre and no tags, so the genre is also their tag. */
export const gamepix: FeedProvider = {
  name: 'gamepix',
  gameHosts: ['play.gamepix.com'],
  pictureHosts: ['img.gamepix.com'],
  options: [{ name: 'sid', label: 'Property id (sid)' }],
  paths: ['items.*'],
  readEntry,
  // `feeds.gamepix.com/v2/json?sid=…&pagination=96&page=N`
  nextPage: (page, entries) => nextNumberedPage(page, entries, 'pagination'),
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry that lacks some of these is still theirs, and the import reports what it lacks.
  if (!isRecord(value) || !['title', 'url', 'namespace'].some((field) => field in value)) return null
  const genre = textOf(value.category)
  return {
    key: textOf(value.id).trim().toLowerCase(),
    title: textOf(value.title),
    address: textOf(value.url),
    rawCategory: genre,
    categories: categoriesOfGenres([genre]),
    tags: [wordsOfSlug(genre)],
    description: textOf(value.description),
    instructions: '',
    image: textOf(value.banner_image) || textOf(value.image),
    imageSmall: undefined,
    width: value.width,
    height: value.height,
    publishedBy: 'GamePix',
    playsOnPhones: null,
  }
}
