import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('home/home.page.tsx'),
  route('games', 'games/games.page.tsx'),
  route('games/:slug', 'games/game.page.tsx'),
  route('games/:slug/play', 'games/play.page.tsx'),
  route('game/:id', 'games/game-by-id.page.tsx'),
  route('game/:id/views', 'games/views.route.ts'),
  route('game/:id/probe', 'games/probe.route.ts'),
  route('pictures/:id/:width', 'games/pictures.route.ts'),
  route('category/:category', 'games/category.page.tsx'),
  route('categories', 'games/categories.page.tsx'),
  route('originals', 'games/originals.page.tsx'),
  route('tags', 'games/tags.page.tsx'),
  route('popular', 'games/popular.route.ts'),
  route('search', 'games/search.route.ts'),
  route('how-to-play', 'pages/how-to-play.page.tsx'),
  route('files/*', 'pages/files.route.ts'),
  route('robots.txt', 'pages/robots.route.ts'),
  route('sitemap.xml', 'pages/sitemap-index.route.ts'),
  route('sitemaps/:name', 'pages/sitemap.route.ts'),
  route('*', 'pages/not-found.page.tsx'),
] satisfies RouteConfig
