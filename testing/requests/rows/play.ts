import { HTML, NOT_SHARED, open, page, type Row, visitorOnly } from '../route-row.ts'

const noGame = (route: string, at: string, cache = 'shared'): Row =>
  open(route, at, 404, {
    type: HTML,
    noindex: true,
    cache,
    shows: ["Game Not Found - But Don't Give Up!", 'Discover Amazing Games'],
  })

export const PLAY: Row[] = [
  page('games/:slug', '/games/lamps', {
    canonical: '/games/lamps',
    structured: ['VideoGame', 'BreadcrumbList'],
    shows: ['Lamps - Play Free Online Game', 'Discover More Games', 'The game explains itself when you start.'],
    hides: ['Published by', 'Game Tags', 'About Lamps'],
  }),
  ...visitorOnly(
    page('games/:slug', '/games/moto-rush', {
      canonical: '/games/moto-rush',
      structured: ['VideoGame', 'BreadcrumbList'],
      shows: [
        'Home', 'Free Online Games', 'Moto "Rush" & <b>Co</b> - Play Free Online Game', 'Car', 'Bike', 'Sports', 'About Moto "Rush" & <b>Co</b>',
        'Race up.', 'Race down.', 'How To Play', 'Arrow keys to drive', 'Technical Details', 'Platform', 'Web Browser', 'Published by',
        'Some Studio', 'Game Tags', 'racing', 'Frequently asked questions', 'Player guide', 'More Great Games', '1,234 plays', '2 Jan 2026',
      ], // prettier-ignore
    }),
    page('games/:slug', '/games/lost', { canonical: '/games/lost', shows: ['Lost - Play Free Online Game'] }),
    noGame('games/:slug', '/games/none'),
    noGame('games/:slug', '/games/Moto-Rush'),
  ),
  page('games/:slug/play', '/games/lamps/play', {
    canonical: '/games/lamps',
    structured: [],
    noindex: true,
    shows: ['Lamps'],
    hides: ['Play Free Online Game', 'Browse Games'],
  }),
  ...visitorOnly(
    open('games/:slug/play', '/games/moto-rush/play', 302, { location: '/games/moto-rush' }),
    open('games/:slug/play', '/games/lost/play', 302, { location: '/games/lost' }),
    noGame('games/:slug/play', '/games/none/play'),
  ),
  open('game/:id', '/game/{game}', 301, { location: '/games/lamps' }),
  ...visitorOnly(
    noGame('game/:id', '/game/999', NOT_SHARED),
    noGame('game/:id', '/game/x', NOT_SHARED),
    noGame('game/:id', '/game/99999999999999999999', NOT_SHARED),
  ),
]
