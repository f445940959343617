import { createContext } from 'react'

/** Marks our own inline scripts while a page is rendered (app/server/http-state.server.ts). */
export const NonceContext = createContext<string | undefined>(undefined)
