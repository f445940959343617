import { expect, test } from 'vitest'
import { FeedError } from '../feed-error.server.ts'
import { readXml } from './xml-entries.server.ts'

async function read(text: string, size = 1000): Promise<Record<string, string>[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const entries: Record<string, string>[] = []
  for await (const batch of readXml(pieces()))
    entries.push(
      ...batch.map((entry) => Object.fromEntries(Array.from(entry, ([path, values]) => [path, values.join('|')]))),
    )
  return entries
}

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`

test('reads the items of RSS with their attributes, parts and repetitions', async () => {
  const item = `<item>
    <title>Tower &amp; Race&nbsp;&#33;</title><link>https://games.example/a</link>
    <category>Car</category><category> Tower </category>
    <description><![CDATA[<p>Race</p>]]> up</description><empty/><guid isPermaLink="false">a1</guid>
    <media:group>
      <media:content url="https://img.example/a.png" width="320"/><media:title>Picture</media:title>
    </media:group>
  </item>`
  const expected = {
    title: 'Tower & Race\u00A0!',
    link: 'https://games.example/a',
    category: 'Car|Tower',
    description: '<p>Race</p> up',
    empty: '',
    guid: 'a1',
    'guid@isPermaLink': 'false',
    'media:group.media:content@url': 'https://img.example/a.png',
    'media:group.media:content@width': '320',
    'media:group.media:title': 'Picture',
  }
  expect(await read(rss(item))).toEqual([expected])
  expect(await read(rss(item), 1)).toEqual([expected])
})

test('reads the entries of Atom, whose links differ in their relation', async () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title>
    <link href="https://a.example/"/><entry xmlns:x="urn:x">
    <link rel="self" href="https://a.example/a.xml"/><link href="https://games.example/a"/>
    <link rel="enclosure" href="https://img.example/a.png"/>
    <title type="text">Tower</title><author><name>Ann</name></author></entry></feed>`
  expect(await read(feed)).toEqual([
    {
      'link.self@rel': 'self',
      'link.self@href': 'https://a.example/a.xml',
      'link@href': 'https://games.example/a',
      'link.enclosure@rel': 'enclosure',
      'link.enclosure@href': 'https://img.example/a.png',
      title: 'Tower',
      'title@type': 'text',
      'author.name': 'Ann',
    },
  ])
})

test('reads the items of RSS 1.0, which are outside of the channel', async () => {
  const feed =
    '<rdf:RDF><channel><title>Feed</title></channel><item rdf:about="a"><title>Tower</title></item></rdf:RDF>'
  expect(await read(feed)).toEqual([{ title: 'Tower' }])
})

test('ampersands that are not escaped are text, wherever the text is cut', async () => {
  const item = '<item><title>Tom & Jerry</title><a url="?a=1&b=2&"/><b>x &</b><c><![CDATA[a & b &amp; c]]></c></item>'
  for (const size of [1, 2, 7, 1000]) {
    expect(await read(rss(item), size)).toEqual([
      { title: 'Tom & Jerry', 'a@url': '?a=1&b=2&', b: 'x &', c: 'a & b &amp; c' },
    ])
  }
})

test('a feed without items has no entries', async () => {
  expect(await read(rss(''))).toEqual([])
})

test('elements may be named like members of every object', async () => {
  const [entry] = await read(
    rss('<item><__proto__>a</__proto__><constructor __proto__="b" toString="c">d</constructor></item>'),
  )
  expect(Object.entries(entry ?? {})).toEqual([
    ['__proto__', 'a'],
    ['constructor@toString', 'c'],
    ['constructor', 'd'],
  ])
})

const MANY = 2_000_000
const TOO_LARGE = 'has an entry of more than a million characters'
const TOO_LONG = 'is not XML: a name, an attribute or a comment is too long'

test.each([
  [
    'entities of its own',
    '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss/>',
    'defines entities, which no feed needs',
  ],
  ['an entity that is not known', rss('<item><title>&unheard;</title></item>'), 'is not XML: unknown entity in line 1'],
  ['an element that is not closed', rss('<item>\n<title>Tower</item>'), 'is not XML: unexpected close tag in line 2'],
  ['no end', '<rss><channel><item><title>Tower</title></item>', 'is not XML: it ends too early'],
  ['half a tag', '<rss><channel><item><tit', 'is not XML: it ends too early'],
  ['text behind its end', `${rss('')}junk`, 'is not XML: text data outside of root node in line 1'],
  [
    'an attribute that breaks the parser',
    rss('<item><a hasOwnProperty="x" b="y"/></item>'),
    'is not XML: it cannot be parsed',
  ],
  ['a deep entry', rss(`<item>${'<a>'.repeat(MANY)}`), 'is nested more than 50 levels deep'],
  ['depth outside of entries', `<rss>${'<a>'.repeat(MANY)}`, 'is nested more than 50 levels deep'],
  ['a long text', rss(`<item><title>${'x'.repeat(MANY)}</title></item>`), TOO_LARGE],
  ['a long section of characters', rss(`<item><title><![CDATA[${'x'.repeat(MANY)}]]></title></item>`), TOO_LARGE],
  ['many elements', rss(`<item>${'<a/>'.repeat(MANY)}</item>`), TOO_LARGE],
  ['a long document type', `<!DOCTYPE rss [${'<!-- x -->'.repeat(MANY / 10)}]><rss/>`, TOO_LARGE],
  ['a long attribute', rss(`<item><a b="${'x'.repeat(MANY)}"/></item>`), TOO_LONG],
  ['a long name', rss(`<item><${'x'.repeat(MANY)}/></item>`), TOO_LONG],
  ['a long comment', rss(`<!--${'x'.repeat(MANY)}-->`), TOO_LONG],
  ['a long entity', rss(`<item><title>&${'x'.repeat(MANY)};</title></item>`), TOO_LARGE],
])('a feed with %s is refused', async (_, text, fault) => {
  await expect(read(text, 60_000)).rejects.toThrow(new FeedError(fault))
})
