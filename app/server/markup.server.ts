import type { Element, Root } from 'hast'
import { decodeHTMLAttribute, escapeUTF8 } from 'entities'
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { marked } from 'marked'
import { SKIP, visit } from 'unist-util-visit'
import { slugify } from '../lib/slug.ts'

/** Raised when less is allowed than before: stored HTML of a lower version is sanitised again before it is shown. */
export const MARKUP_VERSION = 1

/** How a text was written. */
export type MarkupFormat = 'markdown' | 'html'

/** A text that is no markup that can be read; its message says why. */
export class MarkupError extends Error {
  override name = 'MarkupError'
}

/** What a text may hold (docs/safety.md, Texts with markup): all else is left out, of scripts and styles with what is in it. */
const ALLOWED: Schema = {
  tagNames: (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong b i s del a img hr br kbd sub sup mark ' +
    'table thead tbody tr th td dl dt dd figure figcaption'
  ).split(' '),
  attributes: {
    // Links that were made of words of a post (app/blog/link-words.server.ts).
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

/** The page has the first heading; so small a one as the last two is none. */
const LEVELS = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
])

/** A picture of ours that a text shows: its path and its size in pixels. */
export type MarkupPicture = { src: string; width: number; height: number }

/**
 * Reads Markdown (GitHub's kind, HTML in it) or HTML as a tree that holds only what is allowed. Headings begin with h2 and have
 * ids by their words; links that lead elsewhere tell nothing of us; pictures are only our own, by their path, or those of
 * `pictures`, by what the text calls them. Throws a MarkupError for what is nested too deeply, or grows too large.
 */
export function readMarkup(
  text: string,
  format: MarkupFormat,
  pictures: ReadonlyMap<string, MarkupPicture> = new Map(),
): Root {
  return readMarkupAndPictures(text, format, pictures).tree
}

/** The same, and what the text calls the pictures that are left out since they are of other sites, each once. */
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

/** What a text calls its pictures, each once, those of other sites included. Throws as `readMarkup` does. */
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

/** A book of 100,000 words has fewer; sanitising that many takes half a second. */
const MAX_ELEMENTS = 20_000

/** Quotes and lists that one line begins, each in the one before: reading them takes time by the square of how many. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m

/** A row of a table gets all cells that its head has, so that a few letters can become millions of them. */
const MAX_CELLS = 50_000

/** Signs of emphasis between two empty lines: finding their pairs takes time by the cube of how many there are. */
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
    // All of these call themselves for each level.
    if (error instanceof RangeError) throw new MarkupError('The text is nested too deeply', { cause: error })
    throw error
  }
}

/** The HTML of a tree of `readMarkup`, with `<` and `>` escaped in attributes as well as in text (docs/safety.md, Texts with markup). */
export function htmlOf(tree: Root): string {
  // A carriage return, written as `&#13;`, is one in the tree; whoever reads the HTML takes it for a line's end.
  return toHtml(tree).replace(/\r\n?/g, '\n').replace(TAG, escapeAttributes)
}

/** HTML of `htmlOf` with other addresses in links and pictures; without the attribute where `map` returns none. */
export function mapAddresses(html: string, map: (address: string) => string | undefined): string {
  return html.replace(TAG, (tag) =>
    tag.replaceAll(/ (href|src)="([^"]*)"/g, (_, name: string, written: string) => {
      const address = map(decodeHTMLAttribute(written))
      return address === undefined ? '' : ` ${name}="${escapeUTF8(address)}"`
    }),
  )
}

/** An opening tag as `toHtml` writes it. In texts it escapes `<`, so a tag begins at the first one that it left. */
const TAG = /<[a-z][a-z\d]*(?: [a-zA-Z-]+(?:="[^"]*")?)*>/g

function escapeAttributes(tag: string): string {
  return `<${tag.slice(1, -1).replaceAll('<', '&#x3C;').replaceAll('>', '&#x3E;')}>`
}

/** The words of a tree, without markup. */
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
    // As wide as it is it may have to be scrolled, also by keys.
    if (element.tagName === 'table' && isWide(element)) properties.tabIndex = 0
    if (element.tagName !== 'img') return
    const { src, ...size } = pictures.get(String(properties.src ?? '')) ?? { src: String(properties.src ?? '') }
    if (!isOwnPath(src)) {
      if (src) leftOut.add(src)
      parent?.children.splice(at!, 1)
      return [SKIP, at!]
    }
    Object.assign(properties, { src, ...size })
    Object.assign(properties, { loading: 'lazy', decoding: 'async', alt: properties.alt ?? '' })
  })
  return [...leftOut]
}

/** Whether an address is a path of this site, not one of another written without its protocol. */
export function isOwnPath(address: string): boolean {
  // Browsers pass over controls and white space.
  return /^\/(?![/\\])/.test(address.replace(IGNORED, ''))
}

/** What browsers leave out of an address before they read it. */
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

/** `taken`: how often each was wanted. */
function freeId(words: string, taken: Map<string, number>): string {
  const wanted = slugify(words).slice(0, 60) || 'part'
  let id = wanted
  let number = taken.get(wanted) ?? 0
  while (taken.has(id)) id = `${wanted}-${++number + 1}`
  taken.set(wanted, number)
  taken.set(id, taken.get(id) ?? 0)
  return id
}
