import { createContext } from 'react'

/** The nonce of our inline scripts while a page is rendered (app/server/http/request-state.server.ts). */
export const NonceContext = createContext<string | undefined>(undefined)
