import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { marked } from 'marked'
import { SKIP, visit } from 'unist-util-visit'
import { slugify } from '../lib/slug.ts'

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
    a: ['href', 'title'],
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

/**
 * Reads Markdown (GitHub's kind, HTML in it) or HTML as a tree that holds only what is allowed. Headings begin with h2 and have
 * ids by their words; links that lead elsewhere tell nothing of us; pictures are only our own, by their path. Throws a
 * MarkupError for what is nested too deeply.
 */
export function readMarkup(text: string, format: MarkupFormat): Root {
  try {
    const html = format === 'markdown' ? marked.parse(text, { async: false, gfm: true }) : text
    const tree = sanitize(fromHtml(html, { fragment: true }), ALLOWED) as Root
    amend(tree)
    return tree
  } catch (error) {
    // All of these call themselves for each level.
    if (error instanceof RangeError) throw new MarkupError('The text is nested too deeply', { cause: error })
    throw error
  }
}

/** The HTML of a tree of `readMarkup`. */
export function htmlOf(tree: Root): string {
  return toHtml(tree)
}

/** The words of a tree, without markup. */
export function wordsOf(tree: Root | Element): string {
  return toText(tree)
}

function amend(tree: Root): void {
  const ids = new Set<string>()
  visit(tree, 'element', (element, at, parent) => {
    const { properties } = element
    element.tagName = LEVELS.get(element.tagName) ?? element.tagName
    if (/^h[2-4]$/.test(element.tagName)) properties.id = freeId(toText(element), ids)
    if (element.tagName === 'a' && leadsElsewhere(String(properties.href ?? '')))
      properties.rel = ['noopener', 'noreferrer']
    if (element.tagName !== 'img') return
    if (!/^\/(?![/\\])/.test(String(properties.src ?? ''))) {
      parent?.children.splice(at!, 1)
      return [SKIP, at!]
    }
    Object.assign(properties, { loading: 'lazy', decoding: 'async', alt: properties.alt ?? '' })
  })
}

function leadsElsewhere(href: string): boolean {
  return /^(?:[a-z]+:|[/\\]{2})/i.test(href.trim())
}

function freeId(words: string, taken: Set<string>): string {
  const wanted = slugify(words).slice(0, 60) || 'part'
  let id = wanted
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`
  taken.add(id)
  return id
}
