import { createContext } from 'react'

/** The nonce of our inline scripts while the server renders a page (app/server/http/request-state.server.ts). */
export const NonceContext = createContext<string | undefined>(undefined)
