import { expect, test } from 'vitest'
import { type Feed, feedXml } from './feed-xml.ts'

const SITE = 'https://playhall.example'
const ENTRY = {
  title: 'Lamps & <b>light</b>',
  path: '/blog/lamps',
  summary: 'One "two" \u0000\ud800',
  html: '<p>]]> & so</p>',
  author: 'Mara & Co',
  tags: ['a<b'],
  publishedAt: new Date('2026-01-02T03:04:05Z'),
  changedAt: new Date('2026-02-03T04:05:06Z'),
}
const feed = (entries: Feed['entries']): Feed => ({ title: 'Blog', description: 'News', path: '/blog', entries })

test('an RSS entry has absolute URLs, RFC 822 dates and escaped text', () => {
  const xml = feedXml(SITE, 'rss', feed([ENTRY]))
  for (const line of [
    '<title>Lamps &amp; &lt;b&gt;light&lt;/b&gt;</title>',
    '<link>https://playhall.example/blog/lamps</link>',
    '<guid isPermaLink="true">https://playhall.example/blog/lamps</guid>',
    '<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>',
    '<lastBuildDate>Tue, 03 Feb 2026 04:05:06 GMT</lastBuildDate>',
    '<dc:creator>Mara &amp; Co</dc:creator>',
    '<category>a&lt;b</category>',
    '<description>One &quot;two&quot; \ufffd</description>',
    '<content:encoded>&lt;p&gt;]]&gt; &amp; so&lt;/p&gt;</content:encoded>',
    '<atom:link href="https://playhall.example/blog/rss.xml" rel="self" type="application/rss+xml"/>',
  ])
    expect(xml.split('\n')).toContain(line)
})

test('an Atom entry has absolute URLs, ISO dates and escaped text', () => {
  const xml = feedXml(SITE, 'atom', feed([ENTRY]))
  for (const line of [
    '<id>https://playhall.example/blog</id>',
    '<updated>2026-02-03T04:05:06.000Z</updated>',
    '<id>https://playhall.example/blog/lamps</id>',
    '<published>2026-01-02T03:04:05.000Z</published>',
    '<author><name>Mara &amp; Co</name></author>',
    '<category term="a&lt;b"/>',
    '<content type="html">&lt;p&gt;]]&gt; &amp; so&lt;/p&gt;</content>',
    '<link href="https://playhall.example/blog/atom.xml" rel="self" type="application/atom+xml"/>',
  ])
    expect(xml.split('\n')).toContain(line)
})

test('an empty feed is valid', () => {
  expect(feedXml(SITE, 'rss', feed([]))).not.toContain('<item>')
  expect(feedXml(SITE, 'atom', feed([]))).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})
