import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { TRIES } from '../../../testing/fixtures/any-text.ts'
import { processorMs } from '../../../testing/fixtures/processor-time.ts'
import { MarkupError } from '../../markup/markup.server.ts'
import { cleanContent, renderPost } from './render-post.server.ts'

const render = (text: string, format: 'markdown' | 'html' = 'markdown') => renderPost(text, format, new Map())

test('reading time is a minute per two hundred words, and at least one', () => {
  expect(render('One.').minutes).toBe(1)
  expect(render('word '.repeat(1000)).minutes).toBe(5)
  expect(render(`${'word '.repeat(390)}\n\n<b>${'word '.repeat(200)}`).minutes).toBe(3)
})

test('a post without visible content is empty', () => {
  for (const text of ['', ' \n\n', '<script>alert(1)</script>', '<!-- x -->', '![a](https://a.example/a.png)'])
    expect(render(text).isEmpty, text).toBe(true)
  expect(render('![a](/files/a/b.webp)').isEmpty).toBe(false)
})

test('stored HTML is sanitised again', () => {
  expect(cleanContent('<p onclick="x()">Hi<script>x()</script></p><img src="https://a.example/a.png">')).toBe(
    '<p>Hi</p>',
  )
})

test('property: rendered content never has unsafe markup or nested links', () => {
  const pieces = fc.constantFrom(
    ...naughty,
    'help',
    'join us',
    '<a href="',
    '`',
    '# ',
    '<script>',
    '<svg onload=x()>',
    '</p>',
  )
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 8 }),
      fc.constantFrom('markdown' as const, 'html' as const),
      (some, format) => {
        const { content } = render(some.join(' '), format)
        const shown = cleanContent(content)
        visit(fromHtml(shown, { fragment: true }), (node) => {
          expect(node.type).not.toBe('comment')
          if (node.type !== 'element') return
          expect(node.tagName).not.toMatch(/^(script|style|iframe|form|input|svg|math|object)$/)
          for (const [name, value] of Object.entries(node.properties)) {
            expect(name).not.toMatch(/^on|^style$/)
            expect(String(value)).not.toMatch(/^\s*(javascript|data|vbscript):/i)
          }
          if (node.tagName === 'a') visit(node, { tagName: 'a' }, (inner) => expect(inner, 'nested links').toBe(node))
        })
      },
    ),
    TRIES,
  )
})

test.each(
  Object.entries({
    brackets: '['.repeat(19_000),
    emphasis: '*a '.repeat(6000),
    backticks: Array.from({ length: 190 }, (_, at) => '`'.repeat(at)).join(' '),
    tags: '<b'.repeat(9000),
    links: '[a](b '.repeat(3000),
    quotes: '> '.repeat(90_000),
    marks: '**a_'.repeat(50_000),
    lists: Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}- a`).join('\n'),
    entities: '&#'.repeat(9000),
    pairs: `${'**a_'.repeat(300)}\n\n`.repeat(10),
    nested: '- '.repeat(90_000),
    tables: `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|b\n'.repeat(2000)}`,
  }),
)('a hostile text of %s is processed quickly', (_, text) => {
  const ms = processorMs(() => {
    try {
      render(text)
    } catch (error) {
      expect(error).toBeInstanceOf(MarkupError)
    }
  })
  expect(ms).toBeLessThan(10_000)
})
