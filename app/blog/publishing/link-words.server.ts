import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Phrases in posts, with the pages that they link to (docs/product.md#linked-phrases). */
const TARGETS = new Map([
  ...['help', 'support', 'contact', 'feedback'].map((word) => [word, '/contact'] as const),
  ...['play games', 'free games', 'online games'].map((word) => [word, '/games'] as const),
  ...['community', 'join us', 'share'].map((word) => [word, '/community'] as const),
])

/** Matches whole words, but not parts of longer or hyphenated words. */
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?:${[...TARGETS.keys()].join('|').replaceAll(' ', '\\s+')})(?![\\p{L}\\p{M}\\p{N}_-])`,
  'giu',
)

const NEVER_IN = /^(?:a|h[1-6]|code|pre|kbd)$/

/**
 * Adds links to a post's tree, in place. Each phrase is linked once, at its first use outside links, headings and code.
 * A post can have at most ten such links, one for each phrase.
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

/** Splits a text into pieces and links each phrase that is not in `linked` yet. */
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

/** Returns a post's HTML without the links that `linkWords` added, for sites that turn off automatic links. */
export function withoutLinkedWords(html: string): string {
  return html.replace(AUTO_LINK, '$1')
}
