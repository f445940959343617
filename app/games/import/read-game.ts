import { slugify } from '../../lib/slug.ts'
import { categoriesOf } from '../catalogue/category-rules.ts'
import { applyOptions, type OptionValues } from './address-options.ts'
import { cleanLine, cleanSteps, cleanText } from './clean-text.ts'
import type { FeedEntry, FeedProvider } from './feed-entry.ts'
import { gameAddress, pictureAddress } from './game-address.ts'
import { cleanTags, replacedTags } from './tags.ts'

const LIMITS = { title: 120, description: 5000, howToPlay: 2000, rawCategory: 100, publishedBy: 100, tag: 41 }

/** A game as it is stored; keys are the table's column names. */
export type FeedGame = {
  provider_game_id: string
  /** The slug made from the title. Another game may already have it. */
  wanted_slug: string
  title: string
  categories: string[]
  raw_category: string | null
  tags: string[]
  /** Not a column: the tags of the feed that operators renamed or merged. Only rules read them. */
  replaced_tags?: string[]
  description: string
  how_to_play: string
  published_by: string | null
  url: string
  image_url: string | null
  image_small_url: string | null
  width: number | null
  height: number | null
  plays_on_phones: boolean | null
}

/**
 * Converts an entry to a game, or returns the reason why it is rejected.
 *
 * @param optionValues the operator's ids for the provider's options
 */
export function readGame(
  entry: FeedEntry,
  { gameHosts, pictureHosts, options = [] }: FeedProvider,
  allowLoopback: boolean,
  optionValues: OptionValues = {},
): { game: FeedGame } | { reason: string } {
  const title = readTitle(entry.title)
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(title)) return { reason: 'no title' }
  const address = gameAddress(entry.address, { hosts: gameHosts, allowLoopback })
  if ('reason' in address) return address
  if (!entry.key) return { reason: 'no stable id in its address' }
  const pictures = { hosts: pictureHosts, allowLoopback }
  const given = entry.tags.map((tag) => cleanLine(tag, LIMITS.tag))
  const tags = cleanTags(given)
  const replaced = replacedTags(given)
  return {
    game: {
      provider_game_id: entry.key,
      wanted_slug: wantedSlug(title, entry.key),
      title,
      categories: categoriesOf(entry.categories, tags),
      raw_category: cleanLine(entry.rawCategory, LIMITS.rawCategory) || null,
      tags,
      ...(replaced.length && { replaced_tags: replaced }),
      description: cleanText(entry.description, LIMITS.description),
      how_to_play: cleanSteps(entry.instructions, LIMITS.howToPlay),
      published_by: cleanLine(entry.publishedBy, LIMITS.publishedBy) || null,
      url: applyOptions(address.url, options, optionValues),
      image_url: pictureAddress(entry.image, pictures),
      image_small_url: pictureAddress(entry.imageSmall, pictures),
      ...sizeOf(entry.width, entry.height),
      plays_on_phones: entry.playsOnPhones,
    },
  }
}

/** Cleans a raw title and replaces lookalike letters. */
export function readTitle(raw: string): string {
  return cleanLine(raw, LIMITS.title).replace(/\p{L}+/gu, withoutLookalikes)
}

const LOOKALIKES = new Map(Object.entries({
  А: 'A', В: 'B', Е: 'E', І: 'I', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Х: 'X',
  а: 'a', е: 'e', і: 'i', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x',
})) // prettier-ignore

/** Replaces Cyrillic lookalikes in a Latin word, since a search would not find the word otherwise. */
function withoutLookalikes(word: string): string {
  const isMixed = /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word)
  return isMixed ? Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('') : word
}

/** Makes a slug from the title if it can be transliterated, else from the id (docs/product.md#games-and-slugs). */
function wantedSlug(title: string, key: string): string {
  const slug = slugify(title)
  const isMeaningless = !/[a-z]/.test(slug) && /\p{L}/u.test(title)
  return slug && !isMeaningless ? slug : slugify(key)
}

/**
 * Returns both dimensions or neither. Feeds contain typos such as 38 and 10280, and the frame needs the ratio of the
 * two.
 */
function sizeOf(width: unknown, height: unknown): { width: number | null; height: number | null } {
  const [w, h] = [Number(width), Number(height)]
  const sane = [w, h].every((side) => Number.isInteger(side) && side >= 100 && side <= 4096) && w <= 3 * h && h <= 3 * w
  return sane ? { width: w, height: h } : { width: null, height: null }
}
