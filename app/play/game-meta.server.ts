import { href } from 'react-router'
import { breadcrumbList, type Page, type Site } from '../site/page-meta.ts'
import { cut } from '../lib/text.ts'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { gameHref, gamesHref } from '../games/catalogue/games-href.ts'
import type { LoadedGame } from './load-game.server.ts'
import { BEST_RATING, ratingOf } from '../games/reactions/reaction-rules.ts'

/** The breadcrumbs of a game's page, the game itself last. */
export function gameCrumbs(game: LoadedGame): { name: string; path: string }[] {
  const category = game.categories[0]
  return [
    { name: 'Home', path: href('/') },
    { name: 'Free Online Games', path: href('/games') },
    ...(category ? [{ name: category, path: gamesHref({ filter: categorySlug(category) }) }] : []),
    { name: game.title, path: gameHref(game.slug) },
  ]
}

/** The input of `pageMeta` for a game's page. An operator's texts take precedence over generated ones. */
export function gameMeta(site: Site, game: LoadedGame): Page {
  const { seo, title, categories, description } = game
  const summary = description || `Play ${title} free in your browser, with no download.`
  return {
    title: seo.title ?? `${title} - Play Free Online Game`,
    description: seo.description ?? summary,
    ogTitle: seo.ogTitle,
    ogDescription: seo.ogDescription,
    path: seo.canonicalUrl ?? gameHref(game.slug),
    image: seo.ogImage,
    shared: { kind: 'games', id: game.id },
    structured: [
      {
        '@type': 'VideoGame',
        name: title,
        description: cut(summary.replace(/\s+/g, ' '), 500),
        url: new URL(gameHref(game.slug), site.url).href,
        image: new URL(game.picture.src, site.url).href,
        genre: categories,
        keywords: game.tags.join(', ') || undefined,
        gamePlatform: game.platform,
        applicationCategory: 'Game',
        operatingSystem: 'Any',
        datePublished: new Date(game.createdAt).toISOString(),
        dateModified: new Date(game.updatedAt).toISOString(),
        publisher: game.publishedBy ? { '@type': 'Organization', name: game.publishedBy } : undefined,
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
        aggregateRating: aggregateRating(game),
      },
      breadcrumbList(site, gameCrumbs(game)),
    ],
  }
}

/**
 * The players' rating, a constant, or none, depending on the operator's setting (docs/product.md#views-and-ratings).
 */
function aggregateRating(game: LoadedGame): object | undefined {
  const scale = { '@type': 'AggregateRating', bestRating: BEST_RATING, worstRating: 0 }
  if (game.structuredRating === 'fixed') return { ...scale, ratingValue: 4.5, ratingCount: 1000 }
  const found = game.structuredRating === 'votes' ? ratingOf(game) : null
  return found ? { ...scale, ratingValue: found.rating, ratingCount: found.votes } : undefined
}
