import { createContext } from 'react'

/** Marks the inline scripts that are ours while a page is rendered; the HTTP layer turns it into hashes. */
export const NonceContext = createContext<string | undefined>(undefined)
