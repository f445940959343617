import { JSON_TYPE, open, page, type Row, sent, SITE, visitorOnly } from '../route-row.ts'

const MOTO_RUSH = 'Moto "Rush" & <b>Co</b>'
const GONE = { type: JSON_TYPE, shows: ['{"address":"gone"}'] }
const NO_PICTURE = { type: 'text/plain; charset=UTF-8', cache: 'no-store' }

export const GAMES: Row[] = [
  ...lists(),
  ...ofOneGame(),
  ...recent(),
  ...pictures(),
  open('search', '/search?q=lamps', 200, { type: JSON_TYPE, cache: 'shared', shows: ['"slug":"lamps"'] }),
  ...visitorOnly(
    open('search', '/search?q=moto', 200, {
      type: JSON_TYPE,
      cache: 'shared',
      shows: ['"slug":"moto-rush"', '"categories":["Car","Bike"]', '/pictures/1/320'],
    }),
    open('search', '/search?q=lost', 200, { type: JSON_TYPE, shows: ['{"games":[]}'] }),
    open('search', '/search', 200, { type: JSON_TYPE, shows: ['"slug":"moto-rush"'] }),
  ),
]

function lists(): Row[] {
  return [
    page('games', '/games?q=lamps&filter=puzzle&order=a-z&page=1', { noindex: true, shows: ['Lamps'] }),
    ...visitorOnly(
      page('games', '/games', {
        canonical: '/games',
        structured: ['ItemList'],
        shows: ['All Games', '122', '100%', 'browser compatible', '0', 'downloads', 'Browse by Collection', 'Browse by Genre', 'Lamps'],
        hides: ['Lost'],
      }), // prettier-ignore
      page('games', '/games?page=2', { canonical: '/games?page=2', shows: ['Puzzle 119', MOTO_RUSH] }),
      page('games', '/games?page=99', { canonical: '/games', shows: ['Lamps'] }),
      page('games', '/games?page=1.5', { canonical: '/games', shows: ['Lamps'] }),
      page('games', '/games?filter=Car', {
        canonical: '/games?filter=car',
        shows: ['Car Games', MOTO_RUSH],
        hides: ['Lamps'],
      }),
      page('games', '/games?filter=original', {
        canonical: '/games?filter=original',
        shows: ['Original Games', 'Lamps'],
      }),
      page('games', '/games?filter=horror', {
        canonical: '/games?filter=horror',
        noindex: true,
        shows: ['No iframe-compatible games found in this category', 'View All Games'],
      }),
      page('games', '/games?q=moto', { canonical: '/games?q=moto', noindex: true, shows: ['Games matching "moto"'] }),
      page('games', '/games?q=zzz', {
        canonical: '/games?q=zzz',
        noindex: true,
        shows: ['No games found matching "zzz"'],
      }),
    ),
    ...(['rss', 'atom'] as const).map((kind) =>
      open(`games/${kind}.xml`, `/games/${kind}.xml`, 200, {
        type: `application/${kind}+xml; charset=utf-8`,
        cache: 'shared',
        shows: ['<title>Puzzle 0</title>', `${SITE}/games/lamps`],
      }),
    ),
    page('category/:category', '/category/puzzle', {
      canonical: '/category/puzzle',
      structured: ['ItemList'],
      shows: ['Puzzle Games', 'Lamps'],
    }),
    ...visitorOnly(
      page('category/:category', '/category/new', {
        canonical: '/category/new',
        structured: ['ItemList'],
        shows: ['Back to Home', 'New Games', 'Lamps'],
      }),
      page('category/:category', '/category/popular', { canonical: '/category/popular', shows: ['Popular Games'] }),
      page('category/:category', '/category/original', {
        canonical: '/category/original',
        shows: ['Original Games', 'Lamps'],
        hides: ['Puzzle 0'],
      }),
      page('category/:category', '/category/racing', {
        canonical: '/category/car',
        shows: ['Racing Games', MOTO_RUSH],
      }),
      page('category/:category', '/category/dress-up', {
        canonical: '/category/dress-up',
        noindex: true,
        shows: ['Dress up Games', 'No games found in this category', 'Browse All Games'],
      }),
      page('category/:category', '/category/italian-brainrot-characters-games', {
        canonical: '/category/italian-brainrot',
        noindex: true,
        shows: ['Italian Brainrot Games'],
      }),
      page('category/:category', '/category/constructor', {
        noindex: true,
        shows: ['No games found in this category'],
      }),
    ),
    page('categories', '/categories', {
      canonical: '/categories',
      structured: ['BreadcrumbList', 'ItemList'],
      shows: ['New Games', 'Popular Games', 'Original Games', '120+ games in 3 genres', '120+ games', 'Racing', 'Sports', '1 game'],
      hides: ['150+', 'Arcade', 'Shooting'],
    }), // prettier-ignore
    page('originals', '/originals', {
      canonical: '/originals',
      structured: ['ItemList'],
      shows: ['Original Games', 'Exclusive games created by Playhall', 'Lamps'],
      hides: ['Puzzle 0'],
    }),
    page('tags', '/tags?tags=puzzle', { noindex: true }),
    ...visitorOnly(
      page('tags', '/tags', {
        canonical: '/tags',
        shows: ['Tagged Games', 'Select tags to find games', 'fun', 'racing', '3D', 'Most played', MOTO_RUSH],
        hides: ['Clear all', 'Show More', 'addictive'],
      }),
      page('tags', '/tags?tags=3d,kids', {
        canonical: '/tags?tags=3D,kids',
        noindex: true,
        shows: ['Selected Tags:', '3D, kids', 'Clear all', MOTO_RUSH],
      }),
      page('tags', '/tags?tags=moba', {
        canonical: '/tags?tags=moba',
        noindex: true,
        shows: ['No games found with selected tags', 'Try selecting different tags or fewer tags'],
        hides: ['Selected Tags:'],
      }),
    ),
    open('popular', '/popular', 301, { location: '/category/popular' }),
  ]
}

function ofOneGame(): Row[] {
  return [
    open('game/:id/views', '/game/{game}/views', 204, { method: 'POST' }),
    ...visitorOnly(
      open('game/:id/views', '/game/x/views', 404, { method: 'POST' }),
      open('game/:id/views', '/game/0/views', 404, { method: 'POST' }),
    ),
    open('game/:id/similar', '/game/{game}/similar', 200, {
      type: JSON_TYPE,
      shows: ['"slug":"puzzle-119"'],
      hides: ['"slug":"lamps"', 'moto-rush'],
      cache: 'shared',
    }),
    ...visitorOnly(open('game/:id/similar', '/game/x/similar', 404)),
    open('game/:id/probe', '/game/{game}/probe', 200, {
      type: JSON_TYPE,
      shows: ['{"address":"up"}'],
      cache: 'private, max-age=60',
    }),
    ...visitorOnly(
      open('game/:id/probe', '/game/999/probe', 404, GONE),
      open('game/:id/probe', '/game/3/probe', 404, GONE),
    ),
    open('own-games', '/own-games', 200, { type: JSON_TYPE }),
    open('game/:id/reaction', '/game/{game}/reaction', 200, {
      type: JSON_TYPE,
      shows: ['{"likes":1,"dislikes":0}'],
    }),
    ...visitorOnly(open('game/:id/reaction', '/game/999/reaction', 404)),
    sent('PUT', 'game/:id/reaction', '/game/{game}/reaction', 200, { json: { reaction: 'dislike' } }),
    sent('DELETE', 'game/:id/reaction', '/game/{game}/reaction', 200),
  ]
}

function recent(): Row[] {
  return [
    sent('DELETE', 'recent-games/:gameId', '/recent-games/{game}', 204),
    sent('DELETE', 'recent-games', '/recent-games', 204),
  ]
}

function pictures(): Row[] {
  const svg = 'image/svg+xml; charset=utf-8'
  return [
    open('pictures/:id/:width', '/pictures/{game}/320', 200, { type: svg, cache: 'public, max-age=60' }),
    ...visitorOnly(
      ...['2/poster', '2/poster-tall', 'category/puzzle'].map((poster) =>
        open('pictures/:id/:width', `/pictures/${poster}`, 200, {
          type: svg,
          shows: ['viewBox='],
          cache: 'public, max-age=86400, stale-while-revalidate=604800',
        }),
      ),
      open('pictures/:id/:width', '/pictures/1/321', 404, NO_PICTURE),
      open('pictures/:id/:width', '/pictures/x/640', 404, NO_PICTURE),
      open('pictures/:id/:width', '/pictures/category/none', 404, { type: svg, cache: 'public, max-age=300' }),
    ),
  ]
}
