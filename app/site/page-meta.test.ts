import { expect, test } from 'vitest'
import { breadcrumbList, itemList, pageMeta, seoDescription, seoTitle, type Site } from './page-meta.ts'

const site: Site = { name: 'Playhall', url: 'https://playhall.example' }

/** Returns the content of the tag with this property or name. */
function contentOf(tags: ReturnType<typeof pageMeta>, name: string): string | undefined {
  const known = tags as { property?: string; name?: string; content?: string }[]
  return known.find((tag) => tag.property === name || tag.name === name)?.content
}

test('a title of 60 characters is not cut, and 61 become 57 and an ellipsis', () => {
  expect(seoTitle('t'.repeat(60))).toBe('t'.repeat(60))
  expect(seoTitle('t'.repeat(61))).toBe(`${'t'.repeat(57)}...`)
})

test('a description of 155 characters is not cut, and 156 become 152 and an ellipsis', () => {
  expect(seoDescription('d'.repeat(155))).toBe('d'.repeat(155))
  expect(seoDescription('d'.repeat(156))).toBe(`${'d'.repeat(152)}...`)
})

test('a description is one line, and collapsed white space does not count', () => {
  expect(seoDescription(' one\n\n two\t three ')).toBe('one two three')
  expect(seoDescription(`${'d'.repeat(154)}   \n`)).toBe('d'.repeat(154))
})

test('the canonical URL and og:url are absolute', () => {
  const tags = pageMeta(site, { title: 'Games', description: 'All', path: '/games?filter=car&page=2' })
  const address = 'https://playhall.example/games?filter=car&page=2'
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: address })
  expect(contentOf(tags, 'og:url')).toBe(address)
})

test('a canonical URL from an operator may be on another site', () => {
  const tags = pageMeta(site, { title: 'Games', description: 'All', path: 'https://maker.example/game' })
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://maker.example/game' })
})

test('Open Graph repeats the title and description, also cut', () => {
  const tags = pageMeta(site, { title: 't'.repeat(61), description: 'd'.repeat(156), path: '/' })
  expect(tags).toContainEqual({ title: `${'t'.repeat(57)}...` })
  expect(contentOf(tags, 'description')).toBe(`${'d'.repeat(152)}...`)
  expect(contentOf(tags, 'og:title')).toBe(`${'t'.repeat(57)}...`)
  expect(contentOf(tags, 'og:description')).toBe(`${'d'.repeat(152)}...`)
  expect(contentOf(tags, 'og:site_name')).toBe('Playhall')
  expect(contentOf(tags, 'og:type')).toBe('website')
  expect(contentOf(tags, 'twitter:card')).toBe('summary_large_image')
})

test('Open Graph uses its own texts and picture if there are any', () => {
  const page = { title: 'T', description: 'D', path: '/', ogTitle: 'Their title', ogDescription: 'Their words' }
  const tags = pageMeta(site, { ...page, image: '/pictures/7/640', type: 'article' })
  expect(contentOf(tags, 'og:title')).toBe('Their title')
  expect(contentOf(tags, 'og:description')).toBe('Their words')
  expect(contentOf(tags, 'og:image')).toBe('https://playhall.example/pictures/7/640')
  expect(contentOf(tags, 'og:type')).toBe('article')
})

test('a page without a picture has a generated one with its size', () => {
  const page = { title: 'T', description: 'D', path: '/', image: null }
  expect(contentOf(pageMeta(site, page), 'og:image')).toBe('https://playhall.example/share-pictures/site')
  const tags = pageMeta(site, { ...page, shared: { kind: 'games', id: 7 } })
  expect(contentOf(tags, 'og:image')).toBe('https://playhall.example/share-pictures/games/7')
  expect([contentOf(tags, 'og:image:width'), contentOf(tags, 'og:image:height')]).toEqual(['1200', '630'])
})

test('only a page with noindex is excluded from search engines', () => {
  const page = { title: 'T', description: 'D', path: '/' }
  expect(contentOf(pageMeta(site, page), 'robots')).toBeUndefined()
  expect(contentOf(pageMeta(site, { ...page, noindex: true }), 'robots')).toBe('noindex')
})

test('each structured object is a separate script with its context', () => {
  const tags = pageMeta(site, { title: 'T', description: 'D', path: '/', structured: [{ '@type': 'WebSite' }] })
  expect(tags.at(-1)).toEqual({ 'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite' } })
})

test('breadcrumbs and lists count from 1 and have absolute URLs', () => {
  const entries = [
    { name: 'Home', path: '/' },
    { name: 'Moto & Co', path: '/games/moto-co' },
  ]
  expect(breadcrumbList(site, entries)).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://playhall.example/' },
      { '@type': 'ListItem', position: 2, name: 'Moto & Co', item: 'https://playhall.example/games/moto-co' },
    ],
  })
  expect(itemList(site, entries)).toMatchObject({
    '@type': 'ItemList',
    numberOfItems: 2,
    itemListElement: [
      { position: 1, url: 'https://playhall.example/' },
      { position: 2, name: 'Moto & Co', url: 'https://playhall.example/games/moto-co' },
    ],
  })
})
