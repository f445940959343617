import { type Context, createContext, type ReactNode } from 'react'
import type { UNSAFE_RouteContext as RouteOf } from 'react-router'

type ValueOf<T> = T extends Context<infer Value> ? Value : never

/** What stands in an `<Own>`, the route that it is of, and what gives it all else that the router's hooks read. */
export type OwnPart = {
  children: ReactNode
  route: ValueOf<typeof RouteOf>
  around: (children: ReactNode) => ReactNode
}

/**
 * A page that everybody shares but for its own parts is rendered on the server without them: this takes each of them, and
 * gives the name of the element that marks its place (app/server/own-parts.server.tsx). Absent in a browser.
 */
export const OwnPlacesContext = createContext<((part: OwnPart) => string) | null>(null)

/** What is one's own, by where the page has it, while the parts of a page are rendered for somebody. */
export const OwnValuesContext = createContext<ReadonlyMap<string, unknown> | null>(null)
