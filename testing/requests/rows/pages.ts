import { missing, open, page, type Row, SITE, TEXT, visitorOnly } from '../route-row.ts'

const XML = 'application/xml; charset=utf-8'
const LISTED = [
  '/', '/games', '/categories', '/originals', '/tags', '/community', '/how-to-play', '/help', '/about', '/terms', '/privacy-policy', '/cookie-policy',
] // prettier-ignore

export const PAGES: Row[] = [
  page('how-to-play', '/how-to-play', {
    canonical: '/how-to-play',
    structured: ['BreadcrumbList'],
    shows: ['How to Play', 'Getting started', 'Controls', 'Tips', 'Troubleshooting'],
  }),
  page('help', '/help', {
    canonical: '/help',
    structured: ['BreadcrumbList', 'FAQPage'],
    shows: ['Help', 'Playing', 'Credits', 'Community', 'Safety', 'Do I need an account to play?', 'How do I report something?'],
  }), // prettier-ignore
  page('about', '/about', {
    canonical: '/about',
    structured: ['BreadcrumbList', 'AboutPage'],
    shows: ['About Playhall', 'Our mission', 'What we offer', 'What we stand for', 'Leadership', 'Find us'],
  }),
  page('terms', '/terms', { canonical: '/terms', shows: ['Terms of Service', 'Last updated May 01, 2025'] }),
  open('terms-conditions', '/terms-conditions', 301, { location: '/terms' }),
  page('privacy-policy', '/privacy-policy', {
    canonical: '/privacy-policy',
    shows: ['Privacy Policy', 'Last updated May 01, 2025', 'under 13', 'playhall_session', 'playhall:wishes', 'Your wishlist'],
  }), // prettier-ignore
  page('cookie-policy', '/cookie-policy', {
    canonical: '/cookie-policy',
    shows: ['Cookie Policy', 'Last updated May 01, 2025', 'playhall_session', 'playhall:draft:…'],
  }),
  open('files/*', '/files/profile_pictures/none/none.webp', 404, { type: TEXT }),
  ...visitorOnly(open('files/*', '/files/../auth-secret', 404), open('files/*', '/files/..%2f..%2fauth-secret', 404)),
  open('manifest.webmanifest', '/manifest.webmanifest', 200, {
    type: 'application/manifest+json',
    cache: 'shared',
    shows: ['"name":"Playhall"', '"start_url":"/"', '/icon-512.png'],
  }),
  open('robots.txt', '/robots.txt', 200, {
    type: TEXT,
    cache: 'shared',
    shows: ['User-agent: *', `Sitemap: ${SITE}/sitemap.xml`],
  }),
  ...sitemaps(),
  missing('*', '/no/such/page'),
  ...visitorOnly(
    missing('*', '/Games/moto-rush/x'),
    missing('*', '/api/auth/ok'),
    missing('*', '/api/auth/sign-in/email'),
    missing('*', '/api/auth/callback/github'),
  ),
]

function sitemaps(): Row[] {
  return [
    open('sitemap.xml', '/sitemap.xml', 200, {
      type: XML,
      cache: 'shared',
      shows: ['pages', 'categories', 'games-1'].map((name) => `<sitemap><loc>${SITE}/sitemaps/${name}.xml</loc>`),
      hides: ['games-2', 'games-0'],
    }),
    open('sitemaps/:name', '/sitemaps/pages.xml', 200, {
      type: XML,
      shows: LISTED.map((at) => `<loc>${SITE}${at}</loc>`),
    }),
    ...visitorOnly(
      open('sitemaps/:name', '/sitemaps/games-1.xml', 200, {
        type: XML,
        cache: 'shared',
        shows: [
          `<url><loc>${SITE}/games/moto-rush</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod></url>`,
          '/games/lamps',
        ],
        hides: ['/games/lost'],
      }),
      open('sitemaps/:name', '/sitemaps/categories.xml', 200, {
        type: XML,
        shows: ['new', 'popular', 'original', 'car', 'puzzle'].map((slug) => `<loc>${SITE}/category/${slug}</loc>`),
        hides: ['horror', 'italian'],
      }),
      open('sitemaps/:name', '/sitemaps/blog.xml', 200, {
        type: XML,
        cache: 'shared',
        shows: ['/blog/lamps-at-night', '/blog/category/guides'].map((at) => `<loc>${SITE}${at}</loc><lastmod>`),
        hides: ['a-draft', 'secrets'],
      }),
      ...['games-2', 'games-0', 'other'].map((name) => open('sitemaps/:name', `/sitemaps/${name}.xml`, 404)),
    ),
  ]
}
