import { randomBytes } from 'node:crypto'
import { SIGNED_OUT } from '../../app/server/session.server.ts'

export const SITE = 'http://playhall.example'
export const HTML = 'text/html; charset=utf-8'
export const TEXT = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json'
/** In `cache`, for an answer that no cache may share. */
export const NOT_SHARED = 'private, no-cache'

/** What addresses name: things of the first player, where they are anybody's. */
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
  /** The address, with every word that its query may have; `{game}` and the like stand for things of the world. */
  at: string
  json?: unknown
  /** Every field of a form; ANYONE in it is somebody new each time. */
  form?: Record<string, string>
}

/** What a visitor gets, next to the status. Checked where it is given; `{game}` and the like stand for things of the world. */
export type Seen = {
  /** The `Content-Type`. Of HTML, its metadata is checked as well. */
  type?: string
  /** Texts that a person reads on the page, or that another answer contains. */
  shows?: string[]
  /** Texts that its main part does not contain. */
  hides?: string[]
  /** Path of the canonical address. */
  canonical?: string
  /** Types of the structured data. */
  structured?: string[]
  noindex?: boolean
  location?: string
  /** `Cache-Control`; `shared` stands for what our cache and CDNs may keep. */
  cache?: string
}

/** A request to a route: who may make it, with the status that each gets, and what a visitor sees. */
export type Row = Asked &
  Seen & {
    /** The pattern in app/routes.ts. */
    route: string
    visitor: number
    /** The first player; absent where another row of the route and method says who may. */
    own?: number
    /** Another player, where they do not get what the first player gets. */
    others?: number
    /** An operator, where they do not get what another player gets. */
    operator?: number
  }

/** A row that says who may. */
export type AccessRow = Row & { own: number }

type More = Partial<Row>

export const ANYONE = 'anyone'

/** What anybody may ask for, with the same answer to all. */
export const open = (route: string, at: string, status = 200, more: More = {}): Row => ({
  route,
  who: 'everybody',
  at,
  visitor: status,
  own: status,
  ...more,
})

/** A page for everybody that caches may share. */
export const page = (route: string, at: string, more: More = {}): Row =>
  open(route, at, 200, { type: HTML, cache: 'shared', ...more })

/** A page that says that what was asked for is not there. */
export const missing = (route: string, at: string, more: More = {}): Row =>
  open(route, at, 404, { type: HTML, noindex: true, shows: ['Oops! Game not found', 'Browse Games'], ...more })

/** A form that anybody may send. */
export const form = (route: string, fields: Record<string, string>, status: number, more: More = {}): Row =>
  open(route, `/${route}`, status, { method: 'POST', form: fields, ...more })

/** A page of one's own: players get theirs, a visitor is sent to sign in. */
export const personal = (route: string, at = `/${route}`, more: More = {}): Row => ({
  route,
  who: 'players',
  at,
  visitor: 302,
  own: 200,
  location: signInFirst(at),
  ...more,
})

/** A form of one's own. */
export const personalForm = (route: string, fields: Record<string, string>, own: number, more: More = {}): Row => ({
  ...personal(route, more.at),
  method: 'POST',
  form: fields,
  visitor: 303,
  own,
  ...more,
})

/** A page, and its form, that changes what the first player wrote: for others, operators too, neither is there. */
export const written = (route: string, at: string, fields: Record<string, string>, next: string): Row[] => [
  { ...personal(route, at), location: signInFirst(next), others: 404 },
  { ...personalForm(route, fields, 303, { at }), location: signInFirst(next), others: 404 },
]

/** What our script sends for a player. */
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

/** A page of operators: nobody else learns that it is there. */
export const operators = (route: string, at = `/${route}`, more: More = {}): Row => ({
  ...missing(route, at),
  who: 'operators',
  operator: 200,
  ...more,
})

/** A form of operators. */
export const operatorForm = (route: string, at: string, fields: Record<string, string>, operator: number): Row => ({
  ...operators(route, at),
  method: 'POST',
  form: fields,
  operator,
})

/** Rows that say what a visitor gets and no more: other rows of their routes and methods say who may. */
export const visitorOnly = (...rows: Row[]): Row[] =>
  rows.map(({ own: _own, others: _others, operator: _operator, ...row }) => row)

/** The sign-in page that a visitor is redirected to before `next`. */
export function signInFirst(next: string): string {
  return `/login?next=${encodeURIComponent(next).replace(/%7B(\w+)%7D/g, '{$1}')}`
}

/** A text with the things of a world in place of their names. */
export function inWorld(text: string, world: World): string {
  return text.replace(/\{(game|session|play|id|username|post|comment|message|blogPost)\}/g, (_, thing: keyof World) =>
    String(world[thing]),
  )
}

/** A request but for its cookies: as a browser asks for a page or sends a form, or as our script sends the rest. */
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

/** The fields of a form, each ANYONE somebody new. */
export function filled(fields: Record<string, string>): Record<string, string> {
  const name = `t_${randomBytes(6).toString('hex')}`
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replace(ANYONE, name)]))
}
