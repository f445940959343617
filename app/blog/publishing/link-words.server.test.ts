import { expect, test } from 'vitest'
import { htmlOf, readMarkup } from '../../markup/markup.server.ts'
import { linkWords, withoutLinkedWords } from './link-words.server.ts'

function linked(text: string): string {
  const tree = readMarkup(text, 'markdown')
  linkWords(tree)
  return htmlOf(tree).trim()
}

test.each([
  ['help', '/contact'],
  ['support', '/contact'],
  ['contact', '/contact'],
  ['feedback', '/contact'],
  ['play games', '/games'],
  ['free games', '/games'],
  ['online games', '/games'],
  ['community', '/community'],
  ['join us', '/community'],
  ['share', '/community'],
])('"%s" is linked to %s, in any case and before punctuation', (word, target) => {
  expect(linked(`Yes, ${word}!`)).toBe(`<p>Yes, <a href="${target}" class="auto-link">${word}</a>!</p>`)
  const loud = word.toUpperCase()
  expect(linked(`${loud}. Then`)).toBe(`<p><a href="${target}" class="auto-link">${loud}</a>. Then</p>`)
})

test('each term is linked once, where it first occurs', () => {
  expect(linked('Help me, help you.\n\nHELP and support, *play\ngames*.')).toBe(
    '<p><a href="/contact" class="auto-link">Help</a> me, help you.</p>\n<p>HELP and <a href="/contact" class="auto-link">support</a>, <em><a href="/games" class="auto-link">play\ngames</a></em>.</p>',
  )
})

test('terms within longer words are not linked', () => {
  for (const text of [
    'helpful',
    'unsupported',
    'contacts',
    'self-help',
    'help-desk',
    'shareé',
    'free gamesX',
    'help_me',
  ])
    expect(linked(text)).toBe(`<p>${text}</p>`)
})

test('links, headings and code are not changed, and the next occurrence is linked', () => {
  expect(linked('# Help\n\n[help](/x) `help` <kbd>help</kbd>\n\n    help\n\nhelp')).toBe(
    '<h2 id="help">Help</h2>\n<p><a href="/x">help</a> <code>help</code> <kbd>help</kbd></p>\n<pre><code>help\n</code></pre>\n<p><a href="/contact" class="auto-link">help</a></p>',
  )
  expect(linked('[so **help** it](/x)')).toBe('<p><a href="/x">so <strong>help</strong> it</a></p>')
})

test('automatic links can be removed without removing the author’s links', () => {
  const html = linked('Ask our [support](/contact) or the community, then play games.')
  expect(withoutLinkedWords(html)).toBe(
    '<p>Ask our <a href="/contact">support</a> or the community, then play games.</p>',
  )
})
