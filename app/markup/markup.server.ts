import type { Element, Root } from 'hast'
import { decodeHTMLAttribute, escapeUTF8 } from 'entities'
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { marked } from 'marked'
import { SKIP, visit } from 'unist-util-visit'
import { slugify } from '../lib/slug.ts'

/**
 * Increase it when the allowlist becomes stricter: stored HTML of a lower version is then sanitised again before it is
 * shown.
 */
export const MARKUP_VERSION = 2

export type MarkupFormat = 'markdown' | 'html'

/** Thrown if a text cannot be read as markup. The message is the reason. */
export class MarkupError extends Error {
  override name = 'MarkupError'
}

/**
 * The allowed content of a text (docs/safety.md#allowed-markup). Everything else is removed, including the content of
 * scripts and styles.
 */
const ALLOWED: Schema = {
  tagNames: (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong b i s del a img hr br kbd sub sup mark ' +
    'table thead tbody tr th td dl dt dd figure figcaption'
  ).split(' '),
  attributes: {
    // Words of a post that became links (app/blog/publishing/link-words.server.ts) have this class.
    a: ['href', 'title', ['className', 'auto-link']],
    img: ['src', 'alt', 'title', 'width', 'height'],
    code: [['className', /^language-[\w-]{1,30}$/]],
    ol: ['start'],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['https', 'mailto'], src: [] },
  ancestors: Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((name) => [name, ['table']])),
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'],
}

/** Maps heading levels. The page has the only h1, and headings below h4 would be too small. */
const LEVELS = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
])

/** A picture of ours in a text, with its path and its size in pixels. */
export type MarkupPicture = { src: string; width: number; height: number }

/**
 * Parses Markdown (GitHub's, with HTML) or HTML to a tree of allowed content. Headings start at h2, and their ids come
 * from their words. External links send no referrer. Allowed pictures are our own, by path, and those of `pictures`, by
 * their name in the text. Throws a MarkupError for text that is nested too deeply or grows too large.
 */
export function readMarkup(
  text: string,
  format: MarkupFormat,
  pictures: ReadonlyMap<string, MarkupPicture> = new Map(),
): Root {
  return readMarkupAndPictures(text, format, pictures).tree
}

/**
 * Does the same as `readMarkup`, and also returns the addresses, each once, of pictures that were removed because they
 * are on other sites.
 */
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

/**
 * Returns the addresses of a text's pictures, each once, including those on other sites. Throws as `readMarkup` does.
 */
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

/** A book of 100,000 words has fewer elements, and sanitising this many takes half a second. */
const MAX_ELEMENTS = 20_000

/** Matches quotes and lists that one line nests too deeply: the parsing time grows with the square of their number. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m

/** Each row of a table gets all cells of its head, so a short text can produce millions of cells. */
const MAX_CELLS = 50_000

/**
 * The maximum number of runs of emphasis characters in a paragraph. The time for matching them grows with the cube of
 * their number.
 */
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
    // Parsing and sanitising recurse for each level of nesting.
    if (error instanceof RangeError) throw new MarkupError('The text is nested too deeply', { cause: error })
    throw error
  }
}

/** Returns the HTML of a tree from `readMarkup`, with `<` and `>` escaped in attributes as well as in text. */
export function htmlOf(tree: Root): string {
  // A carriage return in the tree comes from `&#13;`. A parser of the HTML would read it as a line end.
  return toHtml(tree).replace(/\r\n?/g, '\n').replace(TAG, escapeAttributes)
}

/**
 * Replaces the addresses of links and pictures in HTML from `htmlOf`. If `map` returns undefined, the attribute is
 * removed.
 */
export function mapAddresses(html: string, map: (address: string) => string | undefined): string {
  return html.replace(TAG, (tag) =>
    tag.replaceAll(/ (href|src)="([^"]*)"/g, (_, name: string, written: string) => {
      const address = map(decodeHTMLAttribute(written))
      return address === undefined ? '' : ` ${name}="${escapeUTF8(address)}"`
    }),
  )
}

/** Matches an opening tag as `toHtml` writes it. `toHtml` escapes `<` in text, so each unescaped `<` begins a tag. */
const TAG = /<[a-z][a-z\d]*(?: [a-zA-Z-]+(?:="[^"]*")?)*>/g

function escapeAttributes(tag: string): string {
  return `<${tag.slice(1, -1).replaceAll('<', '&#x3C;').replaceAll('>', '&#x3E;')}>`
}

/** Returns the text of a tree without markup. */
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
    // A wide table may have to scroll, also by keyboard.
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

/** Returns whether an address is a path on this site, and not another site's address without its protocol. */
export function isSitePath(address: string): boolean {
  // Browsers ignore control characters and white space.
  return /^\/(?![/\\])/.test(address.replace(IGNORED, ''))
}

/** Matches characters that browsers remove from an address. */
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

/** Returns a unique id for a heading. `taken` counts the requests for each id. */
function freeId(words: string, taken: Map<string, number>): string {
  const wanted = slugify(words).slice(0, 60) || 'part'
  let id = wanted
  let number = taken.get(wanted) ?? 0
  while (taken.has(id)) id = `${wanted}-${++number + 1}`
  taken.set(wanted, number)
  taken.set(id, taken.get(id) ?? 0)
  return id
}
