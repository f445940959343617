import type { Element, Root } from 'hast'
import { decodeHTMLAttribute, escapeUTF8 } from 'entities'
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { marked } from 'marked'
import { SKIP, visit } from 'unist-util-visit'
import { slugify } from '../lib/slug.ts'

/** Increased when less is allowed than before: stored HTML of a lower version is sanitised again before it is shown. */
export const MARKUP_VERSION = 1

export type MarkupFormat = 'markdown' | 'html'

/** A text that cannot be read as markup. The message is the reason. */
export class MarkupError extends Error {
  override name = 'MarkupError'
}

/**
 * What a text may contain (docs/safety.md#allowed-markup). The rest is removed; scripts and styles with their content.
 */
const ALLOWED: Schema = {
  tagNames: (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong b i s del a img hr br kbd sub sup mark ' +
    'table thead tbody tr th td dl dt dd figure figcaption'
  ).split(' '),
  attributes: {
    // Links that were added to words of a post (app/blog/publishing/link-words.server.ts).
    a: ['href', 'title', ['className', 'auto-link']],
    img: ['src', 'alt', 'title', 'width', 'height'],
    code: [['className', /^language-[\w-]{1,30}$/]],
    ol: ['start'],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: [] },
  ancestors: Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((name) => [name, ['table']])),
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'],
}

/** The page has the only h1. Levels below h4 are too small for headings. */
const LEVELS = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
])

/** A picture of ours in a text: its path, and its size in pixels. */
export type MarkupPicture = { src: string; width: number; height: number }

/**
 * Parses Markdown (GitHub's, with HTML) or HTML to a tree of allowed content. Headings start at h2 and get ids from
 * their words. External links send no referrer. Pictures are our own, by path, or those of `pictures`, by their name in
 * the text. Throws a MarkupError for text that is nested too deeply or grows too large.
 */
export function readMarkup(
  text: string,
  format: MarkupFormat,
  pictures: ReadonlyMap<string, MarkupPicture> = new Map(),
): Root {
  return readMarkupAndPictures(text, format, pictures).tree
}

/** The same, and the names of the pictures that are removed because they are on other sites, each once. */
export function readMarkupAndPictures(
  text: string,
  format: MarkupFormat,
  pictures: ReadonlyMap<string, MarkupPicture>,
): { tree: Root; leftOut: string[] } {
  return orTooDeep(() => {
    const tree = parse(text, format)
    return { tree, leftOut: amend(tree, pictures) }
  })
}

/** The names of a text's pictures, each once, including those on other sites. Throws as `readMarkup` does. */
export function listPictures(text: string, format: MarkupFormat): string[] {
  return orTooDeep(() => {
    const found = new Set<string>()
    visit(parse(text, format), { tagName: 'img' }, ({ properties }: Element) => {
      if (properties.src) found.add(String(properties.src))
    })
    return [...found]
  })
}

function parse(text: string, format: MarkupFormat): Root {
  if (format === 'markdown') checkMarkdown(text)
  const html = format === 'markdown' ? marked.parse(text, { async: false, gfm: true }) : text
  const tree = sanitize(fromHtml(html, { fragment: true }), ALLOWED) as Root
  let elements = 0
  visit(tree, 'element', () => void elements++)
  if (elements > MAX_ELEMENTS) throw new MarkupError('The text has too many links, pictures or other elements')
  return tree
}

/** A book of 100,000 words has fewer, and sanitising this many takes half a second. */
const MAX_ELEMENTS = 20_000

/** Quotes and lists nested by one line: parsing takes time by the square of their number. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m

/** Each row of a table gets all cells of its head, so a few letters can become millions of cells. */
const MAX_CELLS = 50_000

/** Runs of emphasis characters between two empty lines: matching them takes time by the cube of their number. */
const MAX_EMPHASIS = 600

function checkMarkdown(text: string): void {
  if (TOO_DEEP.test(text)) throw new MarkupError('The text is nested too deeply')
  if (text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_~]+/g)?.length ?? 0) > MAX_EMPHASIS))
    throw new MarkupError('A paragraph of the text has too many signs of emphasis')
  const columns = Array.from(text.matchAll(/^[-:|> \t]+$/gm), ([line]) => line.split('|').length)
  const rows = text.split('\n').length
  if (columns.reduce((most, one) => Math.max(most, one), 0) * rows > MAX_CELLS)
    throw new MarkupError('A table of the text is too large')
}

function orTooDeep<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    // All of these recurse for each level.
    if (error instanceof RangeError) throw new MarkupError('The text is nested too deeply', { cause: error })
    throw error
  }
}

/** The HTML of a tree of `readMarkup`, with `<` and `>` escaped in attributes as well as in text. */
export function htmlOf(tree: Root): string {
  // The tree contains carriage returns written as `&#13;`; a parser of the HTML would read them as line ends.
  return toHtml(tree).replace(/\r\n?/g, '\n').replace(TAG, escapeAttributes)
}

/**
 * Replaces the addresses of links and pictures in HTML of `htmlOf`; removes the attribute if `map` returns undefined.
 */
export function mapAddresses(html: string, map: (address: string) => string | undefined): string {
  return html.replace(TAG, (tag) =>
    tag.replaceAll(/ (href|src)="([^"]*)"/g, (_, name: string, written: string) => {
      const address = map(decodeHTMLAttribute(written))
      return address === undefined ? '' : ` ${name}="${escapeUTF8(address)}"`
    }),
  )
}

/** An opening tag as `toHtml` writes it. It escapes `<` in text, so each unescaped one begins a tag. */
const TAG = /<[a-z][a-z\d]*(?: [a-zA-Z-]+(?:="[^"]*")?)*>/g

function escapeAttributes(tag: string): string {
  return `<${tag.slice(1, -1).replaceAll('<', '&#x3C;').replaceAll('>', '&#x3E;')}>`
}

/** The text of a tree, without markup. */
export function wordsOf(tree: Root | Element): string {
  return toText(tree)
}

function amend(tree: Root, pictures: ReadonlyMap<string, MarkupPicture>): string[] {
  const leftOut = new Set<string>()
  const ids = new Map<string, number>()
  visit(tree, 'element', (element, at, parent) => {
    const { properties } = element
    element.tagName = LEVELS.get(element.tagName) ?? element.tagName
    if (/^h[2-4]$/.test(element.tagName)) properties.id = freeId(toText(element), ids)
    if (element.tagName === 'a' && leadsElsewhere(String(properties.href ?? '')))
      properties.rel = ['noopener', 'noreferrer', 'nofollow']
    // A wide table may need scrolling, by keyboard, too.
    if (element.tagName === 'table' && isWide(element)) properties.tabIndex = 0
    if (element.tagName !== 'img') return
    const { src, ...size } = pictures.get(String(properties.src ?? '')) ?? { src: String(properties.src ?? '') }
    if (!isSitePath(src)) {
      if (src) leftOut.add(src)
      parent?.children.splice(at!, 1)
      return [SKIP, at!]
    }
    Object.assign(properties, { src, ...size })
    Object.assign(properties, { loading: 'lazy', decoding: 'async', alt: properties.alt ?? '' })
  })
  return [...leftOut]
}

/** Whether an address is a path of this site, not another site's address without its protocol. */
export function isSitePath(address: string): boolean {
  // Browsers ignore control characters and white space.
  return /^\/(?![/\\])/.test(address.replace(IGNORED, ''))
}

/** Characters that browsers remove from an address. */
// oxlint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020]/g

const FEW_COLUMNS = 3

function isWide(table: Element): boolean {
  let most = 0
  visit(table, { tagName: 'tr' }, ({ children }: Element) => {
    most = Math.max(most, children.filter(({ type }) => type === 'element').length)
  })
  return most > FEW_COLUMNS
}

function leadsElsewhere(href: string): boolean {
  return /^(?:https?:|[/\\]{2})/i.test(href.replace(IGNORED, ''))
}

/** A unique id for a heading. `taken`: how often each was requested. */
function freeId(words: string, taken: Map<string, number>): string {
  const wanted = slugify(words).slice(0, 60) || 'part'
  let id = wanted
  let number = taken.get(wanted) ?? 0
  while (taken.has(id)) id = `${wanted}-${++number + 1}`
  taken.set(wanted, number)
  taken.set(id, taken.get(id) ?? 0)
  return id
}
