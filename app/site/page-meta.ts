import type { AdSettings } from './ad-places.ts'
import { cut } from '../lib/text.ts'
import type { CategoryLink } from './navigation.ts'
import { type SharedKind, sharePictureHref } from './share-picture-href.ts'
import type { FooterWords } from './site-texts.ts'

/**
 * The part of the root loader's data that every page needs. `footer` is missing if the loader failed. `empty` contains
 * the paths of lists without games; the sidebar and the menu do not link to them. `menu` contains their categories once
 * operators have arranged them.
 */
export type Site = {
  name: string
  url: string
  ads?: AdSettings | null
  footer?: FooterWords
  empty?: string[]
  menu?: CategoryLink[] | null
}

/** Input of `pageMeta`. */
export type Page = {
  title: string
  description: string
  /** Canonical path with its query, or an absolute address that an operator set. */
  path: string
  /**
   * Address of a picture that an operator set. Otherwise the portal draws a picture for `shared`, or uses the site's
   * picture.
   */
  image?: string | null
  shared?: { kind: SharedKind; id: number }
  ogTitle?: string | null
  ogDescription?: string | null
  type?: 'website' | 'article'
  noindex?: boolean
  /** Base path of the feeds for the page's list. The feeds have the page's title. */
  feed?: '/blog' | '/games'
  /** Schema.org objects, each in a separate script. */
  structured?: object[]
}

/**
 * Returns the title, description, canonical address, Open Graph and structured data of a page, for a route's `meta`.
 */
export function pageMeta(site: Site, page: Page) {
  const title = seoTitle(page.title)
  const description = seoDescription(page.description)
  const address = new URL(page.path, site.url).href
  const drawn = sharePictureHref(page.shared?.kind, page.shared?.id)
  const image = new URL(page.image ?? drawn, site.url).href
  const properties = {
    'og:site_name': site.name,
    'og:type': page.type ?? 'website',
    'og:title': seoTitle(page.ogTitle ?? page.title),
    'og:description': seoDescription(page.ogDescription ?? page.description),
    'og:url': address,
    'og:image': image,
    // These values must match SHARE_PICTURE_SIZE. They are literals, since this script is on every page.
    ...(page.image ? {} : { 'og:image:width': '1200', 'og:image:height': '630' }),
  }
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: address },
    ...(page.feed ? ['rss', 'atom'] : []).map((kind) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type: `application/${kind}+xml`,
      title,
      href: new URL(`${page.feed}/${kind}.xml`, site.url).href,
    })),
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.structured ?? []).map((object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...object } })),
  ]
}

/** Shortens a title to at most 60 characters: 57 and an ellipsis (docs/product.md#page-titles). */
export function seoTitle(text: string): string {
  return cut(text, 60)
}

/** Shortens a description to at most 155 characters: 152 and an ellipsis. */
export function seoDescription(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), 155)
}

export function breadcrumbList(site: Site, crumbs: { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, site.url).href,
    })),
  }
}

export function itemList(site: Site, items: { name: string; path: string }[]): object {
  return {
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: new URL(path, site.url).href,
    })),
  }
}
