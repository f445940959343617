import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { KeptPlacesContext } from '../ui/kept-markup.tsx'
import { OwnValuesContext } from '../ui/own-places.ts'
import type { OwnLoad, RequestState } from './http-state.server.ts'
import { openKeptPlaces } from './kept-markup.server.ts'

/** A page that everybody shares, open where each has parts of their own. */
export type OpenPage = {
  status: number
  headers: Headers
  /** The bytes before, between and after the parts, in pieces. */
  between: Buffer[][]
  parts: ReactNode[]
  own: ReadonlyMap<string, OwnLoad>
}

/** Elements that no text can forge, since React escapes texts. */
const PLACE = /<own-(\d+)><\/own-\1>/
const PART = /<own-(\d+)>(.*?)<\/own-\1>/gs

/** For one render of a page: `placeOf` goes into its OwnPlacesContext and puts what stands in the places into `parts`. */
export function openOwnPlaces(): { placeOf: (part: ReactNode) => string; parts: ReactNode[] } {
  const parts: ReactNode[] = []
  return { placeOf: (part) => `own-${parts.push(part) - 1}`, parts }
}

/** Takes a rendered page apart at its places; `html` is its text as it is sent. */
export function openPage(
  html: string,
  { encode, parts = [] }: NonNullable<RequestState['page']>,
  of: Pick<OpenPage, 'status' | 'headers' | 'own'>,
): OpenPage {
  const [first = '', ...rest] = html.split(PLACE)
  const between = [encode(first)]
  const inOrder: ReactNode[] = []
  for (let at = 0; at < rest.length; at += 2) {
    inOrder.push(parts[Number(rest[at])])
    between.push(encode(rest[at + 1]!))
  }
  return { ...of, headers: new Headers(of.headers), between, parts: inOrder }
}

/** The whole page for who sends a request: reads what is theirs, renders their parts, and puts them in. */
export async function fillPage({ between, parts, own }: OpenPage, request: Request): Promise<Buffer> {
  const values = new Map(await Promise.all([...own].map(async ([at, load]) => [at, await load(request)] as const)))
  const { places, encode } = openKeptPlaces()
  const rendered = renderToString(
    <OwnValuesContext value={values}>
      <KeptPlacesContext value={places}>{parts.map(placed)}</KeptPlacesContext>
    </OwnValuesContext>,
  )
  const pieces = [...between[0]!]
  let at = 0
  for (const [, , markup = ''] of rendered.matchAll(PART)) pieces.push(...encode(markup), ...between[++at]!)
  return Buffer.concat(pieces)
}

function placed(part: ReactNode, at: number): ReactNode {
  return createElement(`own-${at}`, { key: at }, part)
}
