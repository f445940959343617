import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { renderMatches, UNSAFE_RouteContext as RouteOf } from 'react-router'
import { KeptPlacesContext } from '../ui/kept-markup.tsx'
import { type OwnPart, OwnValuesContext } from '../ui/own-places.ts'
import { textInPage } from '../ui/packed.tsx'
import type { OwnLoad, RequestState } from './http-state.server.ts'
import { openKeptPlaces, PLACE_KEY } from './kept-markup.server.ts'

/** A page that everybody shares, open where each has parts of their own. */
export type OpenPage = {
  status: number
  headers: Headers
  /** The bytes before, between and after the parts, in pieces. */
  between: Buffer[][]
  /** The numbers of the parts as they follow each other. */
  order: number[]
  /** From the end of the body on: before it stands what the parts were made of. */
  end: Buffer[]
  /** What renders all parts, each in an element of its number. */
  parts: ReactNode
  own: ReadonlyMap<string, OwnLoad>
}

const END = '</body>'
const OWN_PLACE = new RegExp(`<own-${PLACE_KEY}-(\\d+)>(.*?)</own-${PLACE_KEY}-\\1>`, 'gs')

/** For one render of a page: `placeOf` goes into its OwnPlacesContext and puts what stands in the places into `parts`. */
export function openOwnPlaces(): { placeOf: (part: OwnPart) => string; parts: OwnPart[] } {
  const parts: OwnPart[] = []
  return { placeOf: (part) => `own-${PLACE_KEY}-${parts.push(part) - 1}`, parts }
}

/** Takes a rendered page apart at its places; `html` is its text as it is sent. */
export function openPage(
  html: string,
  { encode, parts = [] }: NonNullable<RequestState['page']>,
  { status, headers, own }: Pick<OpenPage, 'status' | 'headers' | 'own'>,
): OpenPage {
  const last = html.lastIndexOf(END)
  const body = last < 0 ? html.length : last
  const [first = '', ...rest] = html
    .slice(0, body)
    .split(new RegExp(`<own-${PLACE_KEY}-(\\d+)></own-${PLACE_KEY}-\\1>`))
  const between = [encode(first)]
  const order: number[] = []
  for (let at = 0; at < rest.length; at += 2) {
    order.push(Number(rest[at]))
    between.push(encode(rest[at + 1]!))
  }
  const end = [Buffer.from(html.slice(body))]
  return { status, headers: new Headers(headers), between, order, end, parts: together(parts), own }
}

/** The parts of a route stand in it together, and all in the router: that costs as much as what some parts show. */
function together(list: OwnPart[]): ReactNode {
  const routes = new Map<OwnPart['route'], ReactNode[]>()
  for (const [at, { route, children }] of list.entries()) {
    const ofRoute = routes.get(route) ?? []
    routes.set(route, ofRoute)
    ofRoute.push(createElement(`own-${PLACE_KEY}-${at}`, { key: at }, children))
  }
  return list[0]?.around([...routes].map(([route, children], at) => inRoute(route, children, at)))
}

/** Only the router's own way of rendering a route says of which one it is: one of its contexts is not to be had. */
function inRoute(route: OwnPart['route'], children: ReactNode[], key: number): ReactNode {
  const element = <RouteOf value={route}>{children}</RouteOf>
  const match = route.matches.at(-1)
  return (
    <Fragment key={key}>
      {match ? renderMatches([{ ...match, route: { id: match.route.id, element } }]) : element}
    </Fragment>
  )
}

/** The whole page for who sends a request: reads what is theirs, renders their parts, and puts them in. */
export async function fillPage({ between, order, end, parts, own }: OpenPage, request: Request): Promise<Buffer> {
  const values = new Map(await Promise.all([...own].map(async ([at, load]) => [at, await load(request)] as const)))
  const { places, encode } = openKeptPlaces()
  const rendered = renderToString(
    <OwnValuesContext value={values}>
      <KeptPlacesContext value={places}>{parts}</KeptPlacesContext>
    </OwnValuesContext>,
  )
  const markup: string[] = []
  for (const [, at, inside = ''] of rendered.matchAll(OWN_PLACE)) markup[Number(at)] = inside
  return Buffer.concat([
    ...between[0]!,
    ...order.flatMap((part, at) => [...encode(markup[part] ?? ''), ...between[at + 1]!]),
    Buffer.from([...values].map(([at, value]) => scriptOf(at, value)).join('')),
    ...end,
  ])
}

/** Where a browser finds what is one's own (`unpack`). It runs nothing, and React passes over it: it is none of its elements. */
function scriptOf(at: string, value: unknown): string {
  return `<script type="application/json" id="${at}">${textInPage(value)}</script>`
}
