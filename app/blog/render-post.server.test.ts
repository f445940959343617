import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { TRIES } from '../../testing/fixtures/any-text.ts'
import { MarkupError } from '../server/markup.server.ts'
import { renderPost } from './render-post.server.ts'
import { readContent } from './shown-content.server.ts'

const render = (text: string, format: 'markdown' | 'html' = 'markdown') => renderPost(text, format, new Map())

test('reading takes a minute for two hundred words, and never none', () => {
  expect(render('One.').minutes).toBe(1)
  expect(render('word '.repeat(1000)).minutes).toBe(5)
  expect(render(`${'word '.repeat(390)}\n\n<b>${'word '.repeat(200)}`).minutes).toBe(3)
})

test('a post of nothing that can be seen is empty', () => {
  for (const text of ['', ' \n\n', '<script>alert(1)</script>', '<!-- x -->', '![a](https://a.example/a.png)'])
    expect(render(text).isEmpty, text).toBe(true)
  expect(render('![a](/files/a/b.webp)').isEmpty).toBe(false)
})

test('help is offered where the text says nothing of it', () => {
  for (const text of ['<p>Need help? Write.</p>', '<p>NEED <b>HELP</b></p>', '<p>It is unsupported.</p>'])
    expect(readContent(text).needsHelp, text).toBe(false)
  for (const text of ['<p>Help yourself.</p>', '<p title="support">Lamps</p>', ''])
    expect(readContent(text).needsHelp, text).toBe(true)
})

test('what came into the database by another way is looked through before it is shown', () => {
  const { content } = readContent('<p onclick="x()">Hi<script>x()</script></p><img src="https://a.example/a.png">')
  expect(content).toBe('<p>Hi</p>')
})

test('property: links of words come and what may not stays out, whatever is written', () => {
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
        const shown = readContent(content).content
        const walk = (
          node: { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: object[] },
          inLink = false,
        ) => {
          expect(node.nodeName).not.toMatch(/^(script|style|iframe|form|input|svg|math|object|#comment)$/)
          expect(inLink && node.nodeName === 'a', 'a link in a link').toBe(false)
          for (const { name, value } of node.attrs ?? []) {
            expect(name).not.toMatch(/^on|^style$/)
            expect(value).not.toMatch(/^\s*(javascript|data|vbscript):/i)
          }
          for (const child of node.childNodes ?? []) walk(child as typeof node, inLink || node.nodeName === 'a')
        }
        walk(parseFragment(shown) as never)
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
)('a hostile text of %s is done with, where it would take minutes', { timeout: 60_000 }, (_, text) => {
  try {
    render(text)
  } catch (error) {
    expect(error).toBeInstanceOf(MarkupError)
  }
})
