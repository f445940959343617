import { createContext, type ReactNode } from 'react'

/**
 * A page that everybody shares but for its own parts is rendered on the server without them: this takes what stands in one,
 * and gives the name of the element that marks its place (app/server/own-parts.server.tsx). Absent in a browser.
 */
export const OwnPlacesContext = createContext<((part: ReactNode) => string) | null>(null)

/** What is one's own, by where the page has it, while the parts of a page are rendered for somebody. */
export const OwnValuesContext = createContext<ReadonlyMap<string, unknown> | null>(null)
