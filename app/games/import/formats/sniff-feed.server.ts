import { EmptyFeedError, FeedError } from '../feed-error.server.ts'
import { delimiterOf } from './csv-entries.server.ts'
import { decodeHead } from './feed-text.server.ts'

export type FeedFormat = 'json' | 'csv' | 'rss' | 'atom'

/** What may precede the root of XML: declaration, instructions, comments, document type. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype\b[^>[]*(?:\[[^\]]*\]\s*)?>)+/i
const ROOTS = new Map<string, FeedFormat>(Object.entries({ rss: 'rss', rdf: 'rss', feed: 'atom' }))

/** Returns the format of a feed from its first kilobytes. Throws a FeedError if it is none of the known ones. */
export function sniffFeed(firstBytes: Uint8Array): FeedFormat {
  return sniffText(decodeHead(firstBytes))
}

/** As `sniffFeed`, from text. */
export function sniffText(head: string): FeedFormat {
  const text = head.trimStart()
  if (!text) throw new EmptyFeedError()
  // oxlint-disable-next-line no-control-regex -- it looks for them
  if (/[\0-\x08\x0e-\x1f]/.test(text)) throw new FeedError('is not text')
  if (/^[[{]/.test(text)) return 'json'
  if (text.startsWith('<')) return sniffXml(text)
  if (delimiterOf(text)) return 'csv'
  throw new FeedError('is not JSON, CSV, RSS or Atom')
}

function sniffXml(text: string): FeedFormat {
  const root = /^<([\w-]+)(?::([\w-]+))?/.exec(text.replace(PROLOG, ''))
  const format = ROOTS.get((root?.[1] ?? '').toLowerCase()) ?? ROOTS.get((root?.[2] ?? '').toLowerCase())
  if (format) return format
  const isPage = /^<!doctype html|<html\b/i.test(text)
  throw new FeedError(isPage ? 'is a web page instead of a feed' : 'is XML, but neither RSS nor Atom')
}
