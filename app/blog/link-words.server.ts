import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Where words of a post lead (docs/product.md, Blog). */
const TARGETS = new Map([
  ...['help', 'support', 'contact', 'feedback'].map((word) => [word, '/contact'] as const),
  ...['play games', 'free games', 'online games'].map((word) => [word, '/games'] as const),
  ...['community', 'join us', 'share'].map((word) => [word, '/community'] as const),
])

/** Whole words; a part of a longer one, or of one with a hyphen, is another word. */
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?:${[...TARGETS.keys()].join('|').replaceAll(' ', '\\s+')})(?![\\p{L}\\p{M}\\p{N}_-])`,
  'giu',
)

const NEVER_IN = /^(?:a|h[1-6]|code|pre|kbd)$/

/**
 * Makes links of a post's words, in place: of each word where it first stands outside of links, headings and code, so that
 * a post has at most ten of them, however often it says "community".
 */
export function linkWords(tree: Root): void {
  const linked = new Set<string>()
  visit(tree, (node, at, parent) => {
    if (node.type === 'element' && NEVER_IN.test(node.tagName)) return SKIP
    if (node.type !== 'text' || !parent) return
    const pieces = cutAtWords(node.value, linked)
    parent.children.splice(at!, 1, ...pieces)
    return [SKIP, at! + pieces.length]
  })
}

type Piece = Root['children'][number] & { type: 'text' | 'element' }

/** A text in pieces, those of its words that are in no `linked` yet as links. */
function cutAtWords(text: string, linked: Set<string>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    const word = found.toLowerCase().replace(/\s+/g, ' ')
    const target = TARGETS.get(word)
    if (!target || linked.has(word)) continue
    linked.add(word)
    if (index > end) pieces.push({ type: 'text', value: text.slice(end, index) })
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: target, className: ['auto-link'] },
      children: [{ type: 'text', value: found }],
    })
    end = index + found.length
  }
  if (end < text.length || !pieces.length) pieces.push({ type: 'text', value: text.slice(end) })
  return pieces
}

const AUTO_LINK = /<a href="[^"]*" class="auto-link">([^<]*)<\/a>/g

/** The HTML of a post without the links that `linkWords` made, for a site that turns them off. */
export function withoutLinkedWords(html: string): string {
  return html.replace(AUTO_LINK, '$1')
}
