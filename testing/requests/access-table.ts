import { randomBytes } from 'node:crypto'
import { SITE_COPY } from '../../app/site/site-copy.ts'

/** Things of the first player, as their addresses name them. */
export type World = {
  game: number
  session: string
  play: string
  /** The player. */
  id: string
  username: string
  post: number
  comment: number
  /** To the operators; nobody's. */
  message: number
  /** Of the blog. */
  blogPost: number
}

/** A request, and who may make it. */
export type Asked = {
  who: 'everybody' | 'players' | 'operators'
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The address, with all that its query may have; `{game}` and the like stand for ids of the first player's things. */
  at: string
  json?: unknown
  /** All fields of a form; ANYONE in it is another each time. */
  form?: Record<string, string>
}

/** With the status of the answer to each. */
export type Row = Asked & {
  /** The pattern in app/routes.ts. */
  route: string
  visitor: number
  own: number
  /** Another player, where one is not answered as the first player is. */
  others?: number
  /** An operator, where one is not answered as another player is. */
  operator?: number
}

const ANYONE = 'anyone'
const ACCOUNT = { username: ANYONE, email: `${ANYONE}@mail.example`, password: 'some secret' }
const POST = {
  type: 'discussion',
  title: 'Lamps',
  content: 'Turn the last lamp first.',
  tags: 'puzzle',
  redirectUrl: '',
  redirectTitle: '',
  game: '',
  mediaUrl: '',
}
/** Everything that an operator may say in place of the site's own words. */
const SITE_WORDS = { ...SITE_COPY, socialLinks: 'Board https://board.example/us' }
const MESSAGE = { name: 'Mara', email: 'mara@mail.example', message: 'Where are the lamps?', homepage: '' }
const DRAFT = {
  title: 'Lamps',
  slug: '',
  featuredImage: '',
  metaTitle: '',
  metaDescription: '',
  author: '',
  category: '',
  tags: 'puzzle',
  source: 'Turn the last lamp first.',
}
const LOGIN = 302

const open = (route: string, at: string, status = 200): Row => ({
  route,
  who: 'everybody',
  at,
  visitor: status,
  own: status,
})
/** A form that anybody may send. */
const form = (route: string, fields: Record<string, string>, status: number): Row => ({
  ...open(route, `/${route}`, status),
  method: 'POST',
  form: fields,
})
/** A page of one's own: whoever asks gets theirs, a visitor is sent to sign in. */
const personal = (route: string, at = `/${route}`): Row => ({ route, who: 'players', at, visitor: LOGIN, own: 200 })
/** A form of one's own. */
const personalForm = (route: string, fields: Record<string, string>, own: number, more: Partial<Row> = {}): Row => ({
  ...personal(route),
  method: 'POST',
  form: fields,
  own,
  ...more,
})
/** A page of operators: nobody else learns that it is there. */
const operators = (route: string, at: string): Row => ({ ...open(route, at, 404), who: 'operators', operator: 200 })
/** A form of operators. */
const operatorForm = (route: string, at: string, fields: Record<string, string>, operator: number): Row => ({
  ...operators(route, at),
  method: 'POST',
  form: fields,
  operator,
})
/** A page, and its form, that changes what the first player wrote: for others, operators too, neither is there. */
const written = (route: string, at: string, fields: Record<string, string>): Row[] => [
  { ...personal(route, at), others: 404 },
  { ...personalForm(route, fields, LOGIN, { at }), others: 404 },
]
/** What an operator does with a post of the blog, and at last deletes. */
function writing(): Row[] {
  const route = 'admin/blog/:id'
  const at = '/admin/blog/{blogPost}'
  const typed = { revision: '0', ...DRAFT }
  const json = (method: 'PUT' | 'POST', end: string, body: unknown): Row => ({
    ...operators(`${route}/${end}`, `${at}/${end}`),
    method,
    json: body,
  })
  return [
    operators('admin/blog', '/admin/blog?page=1'),
    operatorForm('admin/blog', '/admin/blog', {}, LOGIN),
    operators(route, at),
    operatorForm(route, `${at}?preview=`, typed, LOGIN),
    json('PUT', 'draft', typed),
    json('POST', 'rendering', { source: DRAFT.source }),
    operators(`${route}/preview`, `${at}/preview?revision=1`),
    operatorForm(`${route}/preview`, `${at}/preview?revision=1`, {}, LOGIN),
    operatorForm(`${route}/pictures`, `${at}/pictures`, { alt: '' }, LOGIN),
    operators(`${route}/publication`, `${at}/publication`),
    operatorForm(`${route}/publication`, `${at}/publication`, { ...typed, when: 'at', day: '', time: '' }, 400),
    { ...operators(`${route}/publication/end`, `${at}/publication/end`), operator: LOGIN },
    operatorForm(`${route}/publication/end`, `${at}/publication/end`, {}, LOGIN),
    operators(`${route}/delete`, `${at}/delete`),
    operatorForm(`${route}/delete`, `${at}/delete`, {}, LOGIN),
  ]
}
/** What our script sends. */
const sent = (method: Row['method'], route: string, at: string, own: number, more: Partial<Row> = {}): Row => ({
  route,
  who: 'players',
  method,
  at,
  visitor: 401,
  own,
  ...more,
})

/** Beside what all of them take. */
const FIELDS_OF_INBOX: Record<string, Record<string, string>> = { note: { note: 'Looks well' }, answer: { answer: '' } }

/**
 * Every route, who may ask it, and all that it takes (docs/safety.md, Who acts). By its rows each is asked by those who may
 * come and by those who may not (testing/requests/access.test.ts), and is sent what strangers send (testing/attacks/).
 */
export const TABLE: Row[] = [
  open('', '/'),
  open('games', '/games?q=lamps&filter=puzzle&page=1'),
  open('games/:slug', '/games/lamps'),
  open('games/:slug/play', '/games/lamps/play'),
  open('game/:id', '/game/{game}', 301),
  { ...open('game/:id/views', '/game/{game}/views', 204), method: 'POST' },
  open('game/:id/similar', '/game/{game}/similar'),
  open('game/:id/probe', '/game/{game}/probe'),
  open('own-games', '/own-games'),
  open('game/:id/reaction', '/game/{game}/reaction'),
  sent('PUT', 'game/:id/reaction', '/game/{game}/reaction', 200, { json: { reaction: 'dislike' } }),
  sent('DELETE', 'game/:id/reaction', '/game/{game}/reaction', 200),
  sent('POST', 'game/:id/shares', '/game/{game}/shares', 200),
  sent('DELETE', 'recent-games/:gameId', '/recent-games/{game}', 204),
  sent('DELETE', 'recent-games', '/recent-games', 204),
  open('wishlist', '/wishlist?page=1'),
  open('wishlist/cards', '/wishlist/cards?games={game}'),
  sent('PUT', 'wishlist/entries/:gameId', '/wishlist/entries/{game}', 204),
  sent('DELETE', 'wishlist/entries/:gameId', '/wishlist/entries/{game}', 204),
  sent('POST', 'kept', '/kept', 200, { json: { wishes: [{ id: 1, at: 1 }], recent: [{ id: 1, at: 1 }] } }),
  open('pictures/:id/:width', '/pictures/{game}/320'),
  open('share-pictures/*', '/share-pictures/games/{game}'),
  open('category/:category', '/category/puzzle'),
  open('categories', '/categories'),
  open('originals', '/originals'),
  open('tags', '/tags?tags=puzzle'),
  open('popular', '/popular', 301),
  open('search', '/search?q=lamps'),
  { ...open('login', '/login?next=/games&failed=google'), own: LOGIN },
  { ...form('login', { email: ACCOUNT.email, password: ACCOUNT.password, next: '/' }, 401), own: LOGIN },
  { ...open('signup', '/signup?next=/games'), own: LOGIN },
  open('login/google', '/login/google'),
  form('login/google', { next: '/' }, LOGIN),
  open('api/auth/callback/google', '/api/auth/callback/google?state=none&code=none&error=none', 302),
  open('forgot-password', '/forgot-password'),
  form('forgot-password', { email: ACCOUNT.email }, 200),
  open('reset-password', '/reset-password?token=none'),
  form('reset-password', { token: 'none', password: ACCOUNT.password }, 400),
  open('verify-email', '/verify-email?token=none'),
  form('verify-email', { token: 'none', password: ACCOUNT.password }, 400),
  sent('POST', 'plays/:id/beats', '/plays/{play}/beats', 200, { others: 404 }),
  // After the beats: a play that is begun takes the place of the one before.
  sent('POST', 'plays', '/plays', 201, { json: { gameId: 1 } }),
  open('community', '/community?tab=popular&type=question&search=lamps&after=1'),
  open('community/posts', '/community/posts?tab=popular&type=question&search=lamps&after=1'),
  open('help', '/help'),
  open('about', '/about'),
  open('community/new', '/community/new?game=lamps&type=question'),
  personalForm('community/new', { ...POST, content: '' }, 400),
  ...written('community/:id/edit', '/community/{post}/edit', POST),
  open('community/:id', '/community/{post}?after=1'),
  personalForm('community/:id', { content: '' }, 400, { at: '/community/{post}' }),
  open('community/:id/comments', '/community/{post}/comments?after=1'),
  personalForm('community/:id/like', {}, LOGIN, { at: '/community/{post}/like' }),
  sent('PUT', 'community/:id/like', '/community/{post}/like', 200),
  sent('DELETE', 'community/:id/like', '/community/{post}/like', 200),
  { ...personal('comments/:id', '/comments/{comment}'), own: LOGIN },
  ...written('comments/:id/edit', '/comments/{comment}/edit', { content: 'Changed' }),
  ...written('comments/:id/delete', '/comments/{comment}/delete', {}),
  ...written('community/:id/delete', '/community/{post}/delete', {}),
  open('players/:username', '/players/{username}?tab=wishlist&page=1'),
  open('players/:username/card', '/players/{username}/card'),
  // Nobody blocks themselves.
  { ...personalForm('players/:username/block', {}, LOGIN, { at: '/players/{username}/block' }), others: LOGIN },
  sent('PUT', 'players/:username/block', '/players/{username}/block', 409, { others: 204 }),
  sent('DELETE', 'players/:username/block', '/players/{username}/block', 204),
  personal('account/blocked'),
  personal('notifications', '/notifications?before=1'),
  sent('POST', 'notifications/read', '/notifications/read', 200),
  open('notifications/mail/end', '/notifications/mail/end?token=none'),
  form('notifications/mail/end', { token: 'none' }, 400),
  personal('reports/new', '/reports/new?kind=player&id={username}'),
  personalForm('reports/new', { reason: 'spam', words: '' }, 403, {
    at: '/reports/new?kind=player&id={username}',
    others: 200,
  }),
  operators('admin/moderation', '/admin/moderation?before=1'),
  operators('admin/moderation/removed', '/admin/moderation/removed?before=1'),
  operators('admin/moderation/suspended', '/admin/moderation/suspended?before=1'),
  operators('admin/moderation/words', '/admin/moderation/words'),
  operatorForm('admin/moderation/words', '/admin/moderation/words', { words: '!' }, 400),
  // The first is done; then one without a reason, and one by somebody who has not seen the first.
  ...Object.entries({ approval: 302, removal: 400, restoration: 409 }).flatMap(([decision, status]) => {
    const route = `admin/moderation/${decision}`
    const at = `/${route}?kind=player&id={id}`
    return [operators(route, at), operatorForm(route, at, { why: '' }, status)]
  }),
  ...Object.entries({ '': 400, '/end': 409 }).flatMap(([end, status]) => {
    const route = `admin/players/:username/suspension${end}`
    const at = `/admin/players/{username}/suspension${end}`
    return [operators(route, at), operatorForm(route, at, { days: '', until: '', why: '' }, status)]
  }),
  ...writing(),
  open('rewards', '/rewards?page=1'),
  personalForm('rewards/spin', {}, 302),
  personal('rewards/shop'),
  // Nobody of the table has credits enough.
  personalForm('rewards/purchases/:item', {}, 302, { at: '/rewards/purchases/frame-marquee' }),
  sent('PUT', 'rewards/purchases/:item', '/rewards/purchases/frame-marquee', 409),
  personalForm('rewards/worn/:item', { worn: 'yes' }, 302, { at: '/rewards/worn/frame-marquee' }),
  sent('PUT', 'rewards/worn/:item', '/rewards/worn/frame-marquee', 409),
  sent('DELETE', 'rewards/worn/:item', '/rewards/worn/frame-marquee', 204),
  operators('admin/inbox', '/admin/inbox?list=all&about=contact.general&search=lamps&after=1.1'),
  operators('admin/inbox/:id', '/admin/inbox/{message}'),
  // The first is done; then one without a text, and those by somebody who has not seen the first.
  ...Object.entries({ note: 302, answer: 400, closing: 409, reopening: 409 }).flatMap(([what, status]) => {
    const [route, at] = [`admin/inbox/:id/${what}`, `/admin/inbox/{message}/${what}`]
    return [operators(route, at), operatorForm(route, at, { seen: '0', ...FIELDS_OF_INBOX[what] }, status)]
  }),
  open('contact', '/contact'),
  form('contact', { ...MESSAGE, category: 'general', subject: 'Lamps' }, LOGIN),
  open('feedback', '/feedback'),
  form('feedback', { ...MESSAGE, category: 'bug', rating: '4' }, LOGIN),
  open('how-to-play', '/how-to-play'),
  open('terms', '/terms'),
  open('terms-conditions', '/terms-conditions', 301),
  open('privacy-policy', '/privacy-policy'),
  open('cookie-policy', '/cookie-policy'),
  personal('account'),
  personal('account/profile'),
  personalForm('account/profile', { username: ANYONE, fullName: '' }, 302),
  personalForm('account/avatar', {}, 302),
  personalForm('account/avatar/removal', {}, 302),
  personal('account/password'),
  personalForm('account/password', { current: 'not mine', password: ACCOUNT.password }, 400),
  personalForm('account/sessions/:id/end', {}, 302, { at: '/account/sessions/{session}/end', others: 404 }),
  personalForm('account/sessions/others/end', {}, 302),
  personal('account/data'),
  personal('account/delete'),
  personalForm('account/delete', { username: 'not-mine', current: 'not mine' }, 400),
  open('account/deleted', '/account/deleted'),
  operators('admin/acts', '/admin/acts?before=1000'),
  open('ads.txt', '/ads.txt', 404),
  open('games/rss.xml', '/games/rss.xml'),
  open('games/atom.xml', '/games/atom.xml'),
  open('blog', '/blog?page=1'),
  open('blog/rss.xml', '/blog/rss.xml'),
  open('blog/atom.xml', '/blog/atom.xml'),
  open('blog/category/:category', '/blog/category/none?page=1', 404),
  open('blog/:slug', '/blog/none', 404),
  { ...open('blog/:id/views', '/blog/1/views', 204), method: 'POST' },
  operators('admin/site', '/admin/site'),
  operatorForm('admin/site', '/admin/site', { ...SITE_WORDS, contactEmail: 'nobody' }, 400),
  operators('admin/site/defaults', '/admin/site/defaults'),
  operatorForm('admin/site/defaults', '/admin/site/defaults', {}, LOGIN),
  open('files/*', '/files/profile_pictures/none/none.webp', 404),
  open('robots.txt', '/robots.txt'),
  open('sitemap.xml', '/sitemap.xml'),
  open('sitemaps/:name', '/sitemaps/pages.xml'),
  open('*', '/no/such/page', 404),
  open('logout', '/logout'),
  // Last: they end the session that asks.
  form('signup', { ...ACCOUNT, terms: 'on', next: '/' }, LOGIN),
  form('logout', {}, LOGIN),
]

/** An address in a world. */
export function addressOf({ at }: Asked, world: World): string {
  return at.replace(/\{(game|session|play|id|username|post|comment|message|blogPost)\}/g, (_, thing: keyof World) =>
    String(world[thing]),
  )
}

/** A request but for its cookies: as a browser asks for a page or sends a form, or as our script sends the rest. */
export function requestOf(asked: Asked, world: World) {
  const { method = 'GET', json, form: fields } = asked
  const type = fields ? 'application/x-www-form-urlencoded' : json === undefined ? null : 'application/json'
  return {
    method,
    path: addressOf(asked, world),
    headers: {
      accept: method === 'GET' || fields ? 'text/html' : 'application/json',
      ...(type && { 'content-type': type }),
    },
    ...(fields && { body: new URLSearchParams(filled(fields)).toString() }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  }
}

/** The fields of a form, each ANYONE somebody new. */
export function filled(fields: Record<string, string>): Record<string, string> {
  const name = `t_${randomBytes(6).toString('hex')}`
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replace(ANYONE, name)]))
}
