import { type FeedEntry, type FeedProvider, isRecord, textOf } from '../feed-entry.ts'
import { gameAddress } from '../game-address.ts'
import { categoriesOfGenres, wordsOfSlug } from '../genres.ts'

const GAME_HOSTS = ['cdn.htmlgames.com']

/** Pictures from 800 × 450 over 500 × 300 to 300 × 200; older games lack the larger ones. */
const PICTURES = ['thumb6', 'thumb5', 'thumb3']

/** A bare array without ids and tags: the folder of the address identifies a game, and its genre is its tag. */
export const htmlgames: FeedProvider = {
  name: 'htmlgames',
  gameHosts: GAME_HOSTS,
  pictureHosts: ['www.htmlgames.com', 'cdn.htmlgames.com'],
  paths: ['*'],
  readEntry,
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry that lacks one of these is still theirs, and the import reports what it lacks.
  if (!isRecord(value) || !['name', 'embed'].some((field) => field in value)) return null
  const genre = textOf(value.category)
  // `embed` is a script, which is rejected with that reason.
  const address = textOf(value.url) || textOf(value.embed)
  return {
    key: folderOf(address),
    title: textOf(value.name),
    address,
    rawCategory: genre,
    categories: categoriesOfGenres([genre]),
    tags: [wordsOfSlug(genre)],
    description: textOf(value.description),
    instructions: '',
    image: PICTURES.map((field) => textOf(value[field])).find(Boolean),
    imageSmall: textOf(value.thumb3) || undefined,
    width: value.width,
    height: value.height,
    publishedBy: 'HTMLGames',
    playsOnPhones: null,
  }
}

function folderOf(raw: string): string {
  const address = gameAddress(raw, { hosts: GAME_HOSTS })
  return 'url' in address ? (new URL(address.url).pathname.split('/')[1] ?? '').toLowerCase() : ''
}
