import { createHash } from 'node:crypto'
import type { AddressOption, FeedEntry, FeedProvider } from '../feed-entry.ts'
import type { FlatEntry } from '../formats/flat-entry.ts'
import { gameAddress, hostOf } from '../game-address.ts'
import { categoriesOfGenres } from '../genres.ts'
import { nextNumberedPage } from '../numbered-pages.ts'
import { applyOptions } from '../address-options.ts'
import type { MappedField, Mapping } from './guess-mapping.ts'

const MAX_ID = 200

export type MappedFeed = {
  name: string
  mapping: Mapping
  gameHosts: readonly string[]
  pictureHosts: readonly string[]
  options?: readonly AddressOption[]
}

/**
 * Returns a provider for feeds of any format, from a mapping that an operator has chosen. Without a mapped id, a game
 * is identified by its address without the ids of `options`.
 */
export function mappedProvider({ name, mapping, gameHosts, pictureHosts, options = [] }: MappedFeed): FeedProvider {
  const paths = Object.values(mapping)

  function readEntry(value: unknown): FeedEntry | null {
    if (!isFlatEntry(value) || !paths.some((path) => value.has(path))) return null
    const all = (field: MappedField) => (mapping[field] === undefined ? [] : (value.get(mapping[field]) ?? []))
    const one = (field: MappedField) => all(field)[0] ?? ''
    const genres = listIn(all('category'))
    return {
      key: mapping.id === undefined ? keyOfAddress(one('url')) : one('id').trim().slice(0, MAX_ID),
      title: one('title'),
      address: one('url'),
      rawCategory: genres.join(', '),
      categories: categoriesOfGenres(genres),
      tags: listIn(all('tags')),
      description: one('description'),
      instructions: one('instructions'),
      image: one('picture') || undefined,
      imageSmall: one('smallPicture') || undefined,
      width: pixelsIn(one('width')),
      height: pixelsIn(one('height')),
      publishedBy: '',
      playsOnPhones: playsOnPhones(all('phones')),
    }
  }

  /** A rejected entry needs its key, too, so every host has one. `readGame` decides later which are allowed. */
  function keyOfAddress(raw: string): string {
    const host = hostOf(raw)
    const address = gameAddress(raw, { hosts: host ? [host] : [], allowLoopback: true })
    if ('reason' in address) return ''
    return createHash('sha256')
      .update(applyOptions(address.url, options, {}))
      .digest('hex')
      .slice(0, 32)
  }

  return {
    name,
    gameHosts,
    pictureHosts,
    options,
    readEntry,
    // The size of pages is not known, so only a page without new entries is the last one.
    nextPage: (page, entries) => nextNumberedPage(page, entries),
  }
}

function isFlatEntry(value: unknown): value is FlatEntry {
  return value instanceof Map
}

/** One value may be a list with commas, semicolons or bars in it. */
function listIn(values: readonly string[]): string[] {
  return values.length === 1 ? (values[0] as string).split(/[,;|]/, 100).map((text) => text.trim()) : [...values]
}

/** Some feeds write `800px`. */
function pixelsIn(text: string): string {
  return text.trim().replace(/px$/i, '').trimEnd()
}

const YES = /^(?:true|yes|y|1|on)$/i
const NO = /^(?:false|no|n|0|off|none)$/i
const PHONES = /android|\bios\b|iphone|mobile|phone|touch|tablet|all/i

/** From a flag, or from a list of devices; null if there is nothing. */
function playsOnPhones(values: readonly string[]): boolean | null {
  const texts = values.map((value) => value.trim()).filter(Boolean)
  if (!texts.length) return null
  if (texts.length === 1 && YES.test(texts[0] as string)) return true
  return !texts.every((text) => NO.test(text)) && texts.some((text) => PHONES.test(text))
}
