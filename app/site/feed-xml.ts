import { escapeXml } from '../lib/xml.ts'

/** A feed's content. Its paths are on this site. */
export type Feed = {
  title: string
  description: string
  /** Path of the page that lists the same entries. */
  path: string
  /** The entries, newest first. */
  entries: FeedEntry[]
}

export type FeedEntry = {
  title: string
  path: string
  summary: string
  /** The full content, with absolute addresses. */
  html?: string
  author: string
  tags: string[]
  publishedAt: Date
  changedAt: Date
}

/** Feed formats, served at `{path of the page}/rss.xml` and `/atom.xml`. */
export type FeedKind = 'rss' | 'atom'

export const FEED_TYPES = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const

/** Returns a feed as RSS 2.0 or Atom. The id of an entry is its address, which never changes. */
export function feedXml(siteUrl: string, kind: FeedKind, feed: Feed): string {
  const body = kind === 'rss' ? rssOf(siteUrl, feed) : atomOf(siteUrl, feed)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`
}

function rssOf(siteUrl: string, { title, description, path, entries }: Feed): string {
  const at = (to: string) => escapeXml(new URL(to, siteUrl).href)
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ' +
      'xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
      'xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', title),
    `<link>${at(path)}</link>`,
    element('description', description),
    '<language>en</language>',
    `<atom:link href="${at(`${path}/rss.xml`)}" rel="self" type="${FEED_TYPES.rss}"/>`,
    entries.length ? `<lastBuildDate>${lastChange(entries).toUTCString()}</lastBuildDate>` : '',
    ...entries.map((entry) =>
      [
        '<item>',
        element('title', entry.title),
        `<link>${at(entry.path)}</link>`,
        `<guid isPermaLink="true">${at(entry.path)}</guid>`,
        `<pubDate>${entry.publishedAt.toUTCString()}</pubDate>`,
        element('dc:creator', entry.author),
        ...entry.tags.map((tag) => element('category', tag)),
        element('description', entry.summary),
        entry.html === undefined ? '' : element('content:encoded', entry.html),
        '</item>',
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    '</channel>',
    '</rss>',
  ]
    .filter(Boolean)
    .join('\n')
}

function atomOf(siteUrl: string, { title, description, path, entries }: Feed): string {
  const at = (to: string) => escapeXml(new URL(to, siteUrl).href)
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('title', title),
    element('subtitle', description),
    `<id>${at(path)}</id>`,
    `<link href="${at(path)}"/>`,
    `<link href="${at(`${path}/atom.xml`)}" rel="self" type="${FEED_TYPES.atom}"/>`,
    `<updated>${lastChange(entries).toISOString()}</updated>`,
    ...entries.map((entry) =>
      [
        '<entry>',
        element('title', entry.title),
        `<id>${at(entry.path)}</id>`,
        `<link href="${at(entry.path)}"/>`,
        `<published>${entry.publishedAt.toISOString()}</published>`,
        `<updated>${entry.changedAt.toISOString()}</updated>`,
        `<author>${element('name', entry.author)}</author>`,
        ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
        element('summary', entry.summary),
        entry.html === undefined ? '' : `<content type="html">${escapeXml(entry.html)}</content>`,
        '</entry>',
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    '</feed>',
  ].join('\n')
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** Returns the time of the last change, or the epoch for an empty feed. */
function lastChange(entries: FeedEntry[]): Date {
  return new Date(Math.max(0, ...entries.map(({ changedAt }) => changedAt.getTime())))
}
