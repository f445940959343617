import { type FeedEntry, type FeedProvider, isRecord, listOf, textOf } from '../feed-entry.ts'
import { categoriesOfGenres } from '../genres.ts'

/** The provider's genres that are not an allowed category by name or synonym. */
const GENRES = new Map(
  Object.entries({
    '.io': ['Multiplayer'],
    agility: ['Action'],
    battle: ['Action'],
    boardgames: ['Puzzle'],
    'bubble shooter': ['Puzzle'],
    cards: ['Card'],
    care: ['Beauty'],
    educational: ['Puzzle'],
    jigsaw: ['Puzzle'],
    'mahjong & connect': ['Mahjong', 'Puzzle'],
    'match-3': ['Puzzle'],
    merge: ['Puzzle'],
    quiz: ['Puzzle'],
    'racing & driving': ['Car', 'Driving'],
    shooter: ['Shooting'],
  }),
)

/** Audiences, which one of the provider's feeds lists among the tags. */
const AUDIENCES = new Set(['kids friendly', 'no blood', 'no cruelty'])

/**
 * The provider's feeds have two formats: segments of hits (Id, Game URL, Genres, Tags, Assets), and a bare array (Md5,
 * Url, Category, Tag, Asset).
 */
export const gamedistribution: FeedProvider = {
  name: 'gamedistribution',
  gameHosts: ['html5.gamedistribution.com'],
  pictureHosts: ['img.gamedistribution.com'],
  genres: GENRES,
  paths: ['*', 'segments.*.hits.*'],
  readEntry,
  addressOnPage,
}

/** Adds the URL of the page that frames the game, without which the provider's games do not start. */
function addressOnPage(address: string, pageUrl: string): string {
  const url = new URL(address)
  url.searchParams.set('gd_sdk_referrer_url', pageUrl)
  return url.href
}

function readEntry(value: unknown): FeedEntry | null {
  // An entry without some of these fields still belongs to this provider, and the import reports what is missing.
  if (!isRecord(value) || !['Title', 'Game URL', 'Url'].some((field) => field in value)) return null
  const genres = listOf(value.Genres ?? value.Category)
  const assets = listOf(value.Assets ?? value.Asset)
  const address = textOf(value['Game URL'] ?? value.Url)
  return {
    key: hashOf(textOf(value.Id ?? value.Md5)) || hashOf(address),
    title: textOf(value.Title),
    address,
    rawCategory: genres.join(', '),
    categories: categoriesOfGenres(genres, GENRES),
    tags: listOf(value.Tags ?? value.Tag).filter((tag) => !AUDIENCES.has(tag.trim().toLowerCase())),
    description: textOf(value.Description),
    instructions: textOf(value.Instructions),
    image:
      picture(assets, '-512x384', '-1280x720', '-1280x550', '-512x512') ??
      assets.find((asset) => !asset.includes('-200x120')),
    imageSmall: picture(assets, '-200x120'),
    width: value.Width,
    height: value.Height,
    publishedBy: textOf(value.Developer ?? value.Company),
    playsOnPhones: playsOnPhones(value['Mobile Ready'] ?? value.Mobile),
  }
}

function picture(assets: string[], ...sizes: string[]): string | undefined {
  return sizes.map((size) => assets.find((asset) => asset.includes(`${size}.`))).find(Boolean)
}

/** The field "Mobile Ready" lists systems; the field "Mobile" is "true" or "false". */
function playsOnPhones(value: unknown): boolean | null {
  if (Array.isArray(value)) return value.length > 0
  const word = String(value).toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : null
}

function hashOf(text: string): string {
  return /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase() ?? ''
}
