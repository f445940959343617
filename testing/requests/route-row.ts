import { randomBytes } from 'node:crypto'
import { SIGNED_OUT } from '../../app/server/sessions/session.server.ts'

export const SITE = 'http://playhall.example'
export const HTML = 'text/html; charset=utf-8'
export const TEXT = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json'
/** For `cache`: a response that shared caches may not store. */
export const NOT_SHARED = 'private, no-cache'

/** `Cache-Control` of what shared caches may store for a minute, or, with the day's puzzle, until midnight. */
export const sharedFor = (browsers: string) => new RegExp(`^public, ${browsers}, s-maxage=([1-9]|[1-5]\\d|60)$`)
export const SHARED = sharedFor('max-age=0, must-revalidate')

/** Values for placeholders in addresses; owned things belong to the first player. */
export type World = {
  game: number
  /** A game whose files an operator has uploaded; it is pending review. */
  uploaded: number
  session: string
  play: string
  /** The first player's id. */
  id: string
  username: string
  post: number
  comment: number
  /** A message to the operators, without an owner. */
  message: number
  /** The id of a blog post. */
  blogPost: number
}

/** A request, and who may make it. */
export type Asked = {
  who: 'everybody' | 'players' | 'operators'
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The address with every query parameter; placeholders such as `{game}` are replaced from the world. */
  at: string
  json?: unknown
  /** Every field of a form; ANYONE in a value is replaced by a new name each time. */
  form?: Record<string, string>
}

/**
 * What a visitor gets in addition to the status. Only given properties are checked; placeholders such as `{game}` are
 * replaced from the world.
 */
export type Seen = {
  /** The `Content-Type`. For HTML, the metadata is checked as well. */
  type?: string
  /** Texts visible on the page, or contained in another kind of response. */
  shows?: string[]
  /** Texts missing from its main part. */
  hides?: string[]
  /** Path of the canonical address. */
  canonical?: string
  /** Types of the structured data. */
  structured?: string[]
  noindex?: boolean
  location?: string
  /** `Cache-Control`; `shared` means what our cache and CDNs may store. */
  cache?: string
}

/** A request to a route: who may make it, the status for each, and what a visitor sees. */
export type Row = Asked &
  Seen & {
    /** The pattern in app/routes.ts. */
    route: string
    visitor: number
    /** Status for the first player; absent if another row of the route and method defines access. */
    own?: number
    /** Status for another player, if it differs from the first player's. */
    others?: number
    /** Status for an operator, if it differs from another player's. */
    operator?: number
  }

/** A row that defines access. */
export type AccessRow = Row & { own: number }

type More = Partial<Row>

export const ANYONE = 'anyone'

/** A request that anybody may make, with the same response for all. */
export const open = (route: string, at: string, status = 200, more: More = {}): Row => ({
  route,
  who: 'everybody',
  at,
  visitor: status,
  own: status,
  ...more,
})

/** A public page that shared caches may store. */
export const page = (route: string, at: string, more: More = {}): Row =>
  open(route, at, 200, { type: HTML, cache: 'shared', ...more })

/** A not-found page. */
export const missing = (route: string, at: string, more: More = {}): Row =>
  open(route, at, 404, { type: HTML, noindex: true, shows: ['Oops! Game not found', 'Browse Games'], ...more })

/** A form that anybody may send. */
export const form = (route: string, fields: Record<string, string>, status: number, more: More = {}): Row =>
  open(route, `/${route}`, status, { method: 'POST', form: fields, ...more })

/** A player's personal page: visitors are redirected to sign in. */
export const personal = (route: string, at = `/${route}`, more: More = {}): Row => ({
  route,
  who: 'players',
  at,
  visitor: 302,
  own: 200,
  location: signInFirst(at),
  ...more,
})

/** A player's personal form. */
export const personalForm = (route: string, fields: Record<string, string>, own: number, more: More = {}): Row => ({
  ...personal(route, more.at),
  method: 'POST',
  form: fields,
  visitor: 303,
  own,
  ...more,
})

/** A page and form that change what the first player wrote: a 404 for others, including operators. */
export const written = (route: string, at: string, fields: Record<string, string>, next: string): Row[] => [
  { ...personal(route, at), location: signInFirst(next), others: 404 },
  { ...personalForm(route, fields, 303, { at }), location: signInFirst(next), others: 404 },
]

/** A request that our script sends for a player. */
export const sent = (method: Asked['method'], route: string, at: string, own: number, more: More = {}): Row => ({
  route,
  who: 'players',
  method,
  at,
  visitor: 401,
  own,
  type: TEXT,
  shows: [SIGNED_OUT],
  ...more,
})

/** A page for operators: a 404 for everybody else. */
export const operators = (route: string, at = `/${route}`, more: More = {}): Row => ({
  ...missing(route, at),
  who: 'operators',
  operator: 200,
  ...more,
})

/** A form for operators. */
export const operatorForm = (route: string, at: string, fields: Record<string, string>, operator: number): Row => ({
  ...operators(route, at),
  method: 'POST',
  form: fields,
  operator,
})

/** Rows that check only a visitor's response: other rows of their routes and methods define access. */
export const visitorOnly = (...rows: Row[]): Row[] =>
  rows.map(({ own: _own, others: _others, operator: _operator, ...row }) => row)

/** The sign-in page that a visitor is redirected to before `next`. */
export function signInFirst(next: string): string {
  return `/login?next=${encodeURIComponent(next).replace(/%7B(\w+)%7D/g, '{$1}')}`
}

/** Replaces the placeholders in a text with values of the world. */
export function inWorld(text: string, world: World): string {
  return text.replace(
    /\{(game|uploaded|session|play|id|username|post|comment|message|blogPost)\}/g,
    (_, thing: keyof World) => String(world[thing]),
  )
}

/** A request without cookies, with the headers of a browser's page load or form, or of our script. */
export function requestOf(asked: Asked, world: World) {
  const { method = 'GET', json, form: fields } = asked
  const type = fields ? 'application/x-www-form-urlencoded' : json === undefined ? null : 'application/json'
  return {
    method,
    path: inWorld(asked.at, world),
    headers: {
      accept: method === 'GET' || fields ? 'text/html' : 'application/json',
      ...(type && { 'content-type': type }),
    },
    ...(fields && { body: new URLSearchParams(filled(fields)).toString() }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  }
}

/** The fields of a form, with each ANYONE replaced by a new name. */
export function filled(fields: Record<string, string>): Record<string, string> {
  const name = `t_${randomBytes(6).toString('hex')}`
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replace(ANYONE, name)]))
}
