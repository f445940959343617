import type { AddressOption } from '../feed-entry.ts'
import { unescapeText } from '../game-address.ts'
import type { FlatEntry } from '../formats/flat-entry.ts'

/** What a field of a feed may be mapped to. */
export const MAPPED_FIELDS = [
  'url', 'title', 'picture', 'smallPicture', 'id', 'width', 'height', 'category', 'tags', 'description', 'instructions',
  'phones',
] as const // prettier-ignore

export type MappedField = (typeof MAPPED_FIELDS)[number]

/** The path of the field that each of ours comes from. */
export type Mapping = Partial<Record<MappedField, string>>

type Clue = {
  /** Names of fields without punctuation, likelier ones first; those in one line are equally likely. */
  names: string[]
  fits: (value: string) => boolean
  /** Values must differ from game to game. */
  isUnique?: boolean
  /** Points that add to those of the name. */
  bonus?: (value: string, path: string) => number
  /** Points of a value whatever the field's name. */
  unnamed?: (value: string) => number
}

const isAddress = (value: string) => /^\s*https?:\/\/\S+\s*$/i.test(value)
const isFrame = (value: string) => /<iframe\b/i.test(unescapeText(value))
const isPicture = (value: string) => isAddress(value) && /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|\s*$)/i.test(value)
const isShort = (value: string) => value.length <= 100 && !isAddress(value) && !isFrame(value)
const isText = (value: string) => !isAddress(value) && !isFrame(value)
const isSize = (value: string) => /^\s*\d{2,4}(?:px)?\s*$/.test(value)

/** In the order in which they choose. */
const CLUES: Record<MappedField, Clue> = {
  url: {
    names: [
      'gameurl gamelink playurl embedurl iframeurl',
      '',
      'url iframe embed embedcode file swf',
      'link href src linkhref game play',
      'guid',
    ],
    fits: (value) => (isAddress(value) && !isPicture(value)) || isFrame(value),
    isUnique: true,
    // As the second line: likelier than a link, which may be to a page about the game.
    unnamed: (value) => (isFrame(value) ? 90 : 1),
  },
  title: { names: ['title gametitle', 'name gamename', 'label headline'], fits: isShort },
  picture: {
    names: [
      `image imageurl thumbnail thumbnailurl thumb picture cover banner bannerimage bannerurl poster img
        mediacontenturl mediathumbnailurl enclosureurl linkenclosurehref`,
      'images assets asset photo screenshot screenshots media',
      'icon logo',
    ],
    fits: isAddress,
    bonus: (value, path) => sizeIn(value, path) / 200,
    unnamed: (value) => (isPicture(value) ? 1 : 0),
  },
  smallPicture: {
    names: [
      'thumbsmall smallthumb imagesmall smallimage thumbnailsmall smallthumbnail',
      'thumb thumbnail icon',
      'image',
    ],
    fits: isAddress,
  },
  id: {
    names: ['id gameid uid uuid md5 identifier packageid', 'guid hash externalid slug namespace key'],
    fits: (value) => value.length <= 200,
    isUnique: true,
  },
  width: { names: ['width gamewidth', 'w'], fits: isSize },
  height: { names: ['height gameheight', 'h'], fits: isSize },
  category: {
    names: ['category categories genre genres maincategory primarycategory gamecategory', 'section theme type'],
    fits: isShort,
  },
  tags: { names: ['tags tag keywords mediakeywords', 'keyword labels', 'genres subcategories topics'], fits: isText },
  description: {
    names: ['description desc gamedescription', 'summary contentencoded mediadescription', 'content about text'],
    fits: isText,
  },
  instructions: {
    names: ['instructions instruction howtoplay howtoplaytext', 'controls control howto help'],
    fits: isText,
  },
  phones: {
    names: [
      'mobile mobileready mobilefriendly ismobile playsonphones phones worksonmobile supportsmobile',
      'platforms platform devices device touch',
    ],
    fits: isShort,
  },
}

/** Proposes which field of a feed is which, from its first entries. A field that is not found is left out. */
export function guessMapping(samples: readonly FlatEntry[]): Mapping {
  const paths = new Map<string, string[]>()
  for (const sample of samples) {
    for (const [path, [value]] of sample) {
      const values = paths.get(path) ?? []
      paths.set(path, value === undefined ? values : [...values, value])
    }
  }
  const mapping: Mapping = {}
  for (const field of MAPPED_FIELDS) {
    let best = 0
    for (const [path, values] of paths) {
      const points = pointsOf(CLUES[field], path, values)
      if (points > best) {
        best = points
        mapping[field] = path
      }
    }
    if (mapping[field] !== undefined) paths.delete(mapping[field])
  }
  return mapping
}

function pointsOf({ names, fits, isUnique = false, bonus, unnamed }: Clue, path: string, values: string[]): number {
  const [first] = values
  if (first === undefined || values.filter(fits).length < values.length * 0.7) return 0
  if (isUnique && new Set(values).size < values.length * 0.9) return 0
  const named = namePoints(names, path)
  return Math.max(named && named + (bonus?.(first, path) ?? 0), unnamed?.(first) ?? 0)
}

/** Parts of an entry whose size, id and name are not the game's. */
const PARTS = /author|developer|enclosure|image|media|picture|publisher|related|screenshot|thumb|video/i

/** A name is the whole path, or less likely its last part, its end or its start. */
function namePoints(names: string[], path: string): number {
  const whole = bare(path)
  const last = bare(path.split(/[.:@]/).at(-1) ?? '')
  const unnumbered = whole.replace(/(?<!\d)\d+$/, '')
  const isNested = whole !== last
  if (isNested && PARTS.test(path) && /^(?:width|height|id|type|name|title|description)$/.test(last)) return 0
  let best = 0
  names.forEach((line, rank) => {
    for (const name of line.split(/\s+/).filter(Boolean)) {
      if (whole === name) best = Math.max(best, 100 - 10 * rank)
      else if (unnumbered === name) best = Math.max(best, 95 - 10 * rank)
      else if (isNested && last === name && name.length > 2) best = Math.max(best, 50 - 10 * rank)
      else if (name.length > 3 && (whole.endsWith(name) || whole.startsWith(name))) best = Math.max(best, 20 - rank)
    }
  })
  return best
}

function bare(path: string): string {
  return path.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The width in pixels that an address or the name of its field shows: `512x384`, `?w=320`, `thumb_180`. */
function sizeIn(value: string, path: string): number {
  const found = /(\d{2,4})x\d{2,4}/.exec(value)?.[1] ?? /[?&]w(?:idth)?=(\d{2,4})/.exec(value)?.[1]
  return Math.min(Number(found ?? /_(\d{2,4})$/.exec(path)?.[1] ?? 0), 1999)
}

/** A segment of a path that is rather an id than a folder. */
const ID_SEGMENT = /^(?=.*(?:[A-Z]{2}|\d{3}))[\w-]{4,80}$/

/**
 * Proposes what may be affiliate and publisher ids in the games' addresses: query parameters and path segments that are
 * the same in every sample.
 */
export function guessOptions(samples: readonly FlatEntry[], urlPath: string): AddressOption[] {
  const urls = samples.flatMap((sample) => {
    const found = /https?:\/\/[^\s"'<>]+/i.exec(unescapeText(sample.get(urlPath)?.[0] ?? ''))
    const url = found ? URL.parse(found[0]) : null
    return url ? [{ query: url.searchParams, segments: url.pathname.split('/').slice(1) }] : []
  })
  const [first] = urls
  if (!first || urls.length < 2) return []
  const parameters = [...first.query.keys()].filter((name) => {
    const value = first.query.get(name)
    return value && urls.every(({ query }) => query.get(name) === value)
  })
  const places = [...first.segments.keys()].filter((at) => {
    const value = first.segments[at] ?? ''
    return at > 0 && ID_SEGMENT.test(value) && urls.every(({ segments }) => segments[at] === value)
  })
  return [
    ...[...new Set(parameters)].map((name) => ({ name, label: name })),
    ...places.map((segment) => ({ name: `path${segment}`, label: `Part ${segment + 1} of the path`, segment })),
  ]
}
