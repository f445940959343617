import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { TRIES } from '../../testing/fixtures/any-text.ts'
import {
  htmlOf,
  listPictures,
  MarkupError,
  type MarkupFormat,
  readMarkup,
  readMarkupAndPictures,
  wordsOf,
} from './markup.server.ts'

const html = (text: string, format: MarkupFormat = 'markdown') => htmlOf(readMarkup(text, format)).trim()

test('Markdown becomes HTML with headings below the page’s own, lists, tables and code', () => {
  expect(html('# One\n\nText *so* and **so**.\n\n## One\n\n- a\n- b')).toBe(
    '<h2 id="one">One</h2>\n<p>Text <em>so</em> and <strong>so</strong>.</p>\n<h2 id="one-2">One</h2>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
  )
  expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<td align="right">2</td>')
  expect(html('|a|b|c|d|\n|-|-|-|-|')).toContain('<table tabindex="0">')
  expect(html('```ts\na < b\n```')).toBe('<pre><code class="language-ts">a &#x3C; b\n</code></pre>')
  expect(html('###### Small\n\nPress <kbd>P</kbd>')).toBe('<h4 id="small">Small</h4>\n<p>Press <kbd>P</kbd></p>')
})

test('scripts, styles and external pictures are removed', () => {
  expect(
    html('<script>alert(1)</script><p onclick="alert(1)" style="position:fixed" class="x" id="y">Hi</p>', 'html'),
  ).toBe('<p>Hi</p>')
  expect(html('<iframe src="https://a.example">in</iframe><form action="/x"><input name="a">Send</form>', 'html')).toBe(
    'Send',
  )
  expect(html('[a](javascript:alert(1)) <a href="data:text/html,x">b</a> <a href=" jAvAsCript:x">c</a>')).toBe(
    '<p><a>a</a> <a>b</a> <a>c</a></p>',
  )
  expect(html('[a](http://a.example) [b](https://a.example) [c](mailto:a@b.example) www.a.example')).toBe(
    '<p><a>a</a> <a href="https://a.example" rel="noopener noreferrer nofollow">b</a> <a href="mailto:a@b.example">c</a> <a>www.a.example</a></p>',
  )
  expect(
    html('![a](https://a.example/a.png) ![b](//a.example/b.png) ![c](/files/c.webp) <img src="data:image/png,x">'),
  ).toBe('<p>  <img src="/files/c.webp" alt="c" loading="lazy" decoding="async"> </p>')
  expect(html('[here](/games) [there](https://a.example) [also](//a.example)')).toBe(
    '<p><a href="/games">here</a> <a href="https://a.example" rel="noopener noreferrer nofollow">there</a> <a href="//a.example" rel="noopener noreferrer nofollow">also</a></p>',
  )
})

test('a URL with hidden control characters is treated like in browsers', () => {
  expect(html('<a href="/&#9;/a.example">a</a><a href="&#1;//a.example">b</a>', 'html')).toBe(
    '<a href="/\t/a.example" rel="noopener noreferrer nofollow">a</a><a href="\u0001//a.example" rel="noopener noreferrer nofollow">b</a>',
  )
  expect(html('<img src="/&#9;/a.example/x.png">', 'html')).toBe('')
})

test('headings with the same text have distinct ids', () => {
  const ids = (text: string) => Array.from(html(text).matchAll(/id="([^"]+)"/g), ([, id]) => id)
  expect(ids('# A\n# A\n# A-2\n# A')).toEqual(['a', 'a-2', 'a-2-2', 'a-3'])
  expect(new Set(ids('# a\n'.repeat(10_000))).size).toBe(10_000)
})

test('unclosed elements are closed, and deeply nested text is refused', () => {
  expect(html('<ul><li>One<li>two <em>and <a href="/games">three', 'html')).toBe(
    '<ul><li>One</li><li>two <em>and <a href="/games">three</a></em></li></ul>',
  )
  for (const [text, format] of [
    ['<b>'.repeat(100_000), 'html'],
    ['> '.repeat(20_000), 'markdown'],
  ] as const) {
    try {
      html(text, format)
    } catch (error) {
      expect(error).toBeInstanceOf(MarkupError)
    }
  }
})

test.each<[MarkupFormat, string]>([
  ['html', '<a href="/games" title="<own-1></own-1><meta http-equiv=refresh content=0>">x</a>'],
  ['markdown', "[x](/games '<kept-99></kept-99>')"],
  ['html', '<img src="/files/blog/1/a.webp" alt="1 > 0 <script>">'],
])('an attribute cannot contain markup: %s %s', (format, text) => {
  const made = html(text, format)
  expect(made).toMatch(/^(<p>)?<(a|img) /)
  expect(made.match(/<[^>]*>/g)?.every((tag) => /^<\/?(p|a|img)\b[^<]*>$/.test(tag))).toBe(true)
  expect(htmlOf(readMarkup(made, 'html')).trim()).toBe(made)
})

test('property: no input produces a forbidden element or attribute', () => {
  const pieces = fc.constantFrom(
    ...naughty,
    '<svg><style><img src=x onerror=alert(1)>',
    '<math><mtext></form><form>',
    '<!--',
    ']]>',
    '`',
    '[a](',
    '<a href="',
  )
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 8 }),
      fc.constantFrom<MarkupFormat>('markdown', 'html'),
      (some, format) => {
        const found: string[] = []
        visit(fromHtml(html(some.join(' '), format), { fragment: true }), (node) => {
          if (node.type === 'comment') found.push('comment')
          if (node.type !== 'element') return
          if (/^(script|style|iframe|form|input|svg|math|object|template)$/.test(node.tagName)) found.push(node.tagName)
          for (const [name, value] of Object.entries(node.properties))
            if (
              !/^(href|title|src|alt|width|height|className|start|align|id|rel|loading|decoding|tabIndex)$/.test(
                name,
              ) ||
              /^\s*(javascript|data|vbscript):/i.test(String(value))
            )
              found.push(`${name}=${String(value)}`)
        })
        expect(found).toEqual([])
      },
    ),
    TRIES,
  )
})

test('provided pictures replace their references, with their size', () => {
  const text = '![a](one.png "One") <img src="two.png" width="9"> ![b](//a.example/b.png) ![a](one.png)'
  expect(listPictures(text, 'markdown')).toEqual(['one.png', 'two.png', '//a.example/b.png'])
  const pictures = new Map([['one.png', { src: '/files/blog_pictures/x/1.webp', width: 640, height: 360 }]])
  expect(readMarkupAndPictures(text, 'markdown', pictures).leftOut).toEqual(['two.png', '//a.example/b.png'])
  const tree = readMarkup('![a](one.png "One") <img src="two.png" width="9">', 'markdown', pictures)
  expect(htmlOf(tree).trim()).toBe(
    '<p><img src="/files/blog_pictures/x/1.webp" alt="a" title="One" width="640" height="360" loading="lazy" decoding="async"> </p>',
  )
})

test('property: reading the output again changes nothing', () => {
  const pieces = fc.constantFrom(
    ...naughty,
    '# A',
    '## A',
    '[a](/b)',
    '![a](/b.webp)',
    '`a`',
    '<b>',
    '\n\n',
    '- ',
    '> ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (some) => {
      const once = htmlOf(readMarkup(some.join(' '), 'markdown'))
      expect(htmlOf(readMarkup(once, 'html'))).toBe(once)
    }),
    { ...TRIES, examples: [[['<b>&#13;</b><img src="/b.webp" alt="a&#13;&#10;b">']], [['<title>', '&#x0D;']]] },
  )
})

test('the words of a text are without its markup', () => {
  expect(wordsOf(readMarkup('# One\n\nText *so* &amp; so.', 'markdown'))).toMatch(/One\s+Text so & so\./)
})
