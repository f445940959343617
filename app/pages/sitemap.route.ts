import { listBlogCategories } from '../blog/blog-categories.server.ts'
import { blogCategoryHref, blogPostHref } from '../blog/blog-href.ts'
import { listSitemapPosts } from '../blog/blog-posts.server.ts'
import { collectionHref } from '../games/arrangement/collection-href.ts'
import { listShownCollections } from '../games/arrangement/collections.server.ts'
import { listVisibleCategories } from '../games/arrangement/known-categories.ts'
import { BRAINROT, MOBILE, QUICK } from '../games/catalogue/category-rules.ts'
import { categoryHref, gameHref } from '../games/catalogue/games-href.ts'
import { countGames } from '../games/lists/list-games.server.ts'
import { countSitemapParts, listSitemapGames } from '../games/catalogue/sitemap-games.server.ts'
import { notFound } from '../server/http/responses.server.ts'
import { PAGES } from '../site/navigation.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { config } from '../server/process/config.server.ts'
import type { Route } from './+types/sitemap.route'
import { type SitemapEntry, sitemapXml } from './sitemap-xml.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const entries = await entriesOf(params.name)
  if (!entries) throw notFound('This sitemap doesn’t exist.')
  return new Response(sitemapXml(config().siteUrl, 'urlset', entries), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      ...(params.name === BLOG ? cacheHeaders('blog') : cacheHeaders('games')),
    },
  })
}

const BLOG = 'blog.xml'

async function entriesOf(name: string): Promise<SitemapEntry[] | null> {
  if (name === 'pages.xml') return PAGES.filter(({ sitemap }) => sitemap)
  if (name === 'categories.xml') return categoryEntries()
  if (name === BLOG) return blogEntries()
  const part = Number(/^games-([1-9]\d{0,4})\.xml$/.exec(name)?.[1])
  if (!part || part > (await countSitemapParts())) return null
  return (await listSitemapGames(part)).map(({ slug, updated_at }) => ({
    path: gameHref(slug),
    changed: updated_at,
  }))
}

async function blogEntries(): Promise<SitemapEntry[]> {
  const [categories, posts] = await Promise.all([listBlogCategories(), listSitemapPosts()])
  return [
    ...categories.map(({ name, changedAt }) => ({ path: blogCategoryHref(name), changed: changedAt })),
    ...posts.map(({ slug, updated_at }) => ({ path: blogPostHref(slug), changed: updated_at })),
  ]
}

/** Returns the categories and collections that have games. An empty one has no value in search results. */
async function categoryEntries(): Promise<SitemapEntry[]> {
  const slugs = [...listVisibleCategories().map(({ slug }) => slug), BRAINROT, MOBILE, QUICK]
  const counts = await countGames(slugs.map((slug) => `category:${slug}`))
  const filled = slugs.filter((slug) => counts.has(`category:${slug}`))
  const collections = await listShownCollections()
  return [
    ...['new', 'popular', 'original', ...filled].map((slug) => ({ path: categoryHref(slug) })),
    ...collections.map(({ slug }) => ({ path: collectionHref(slug) })),
  ]
}
