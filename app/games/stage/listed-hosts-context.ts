import { createContext } from 'react'

/**
 * The hosts that the policy of a page lists for games, with spaces between them, while the server renders it. Separate
 * from `listed-hosts.ts`, which only pages with a game load.
 */
export const ListedHostsContext = createContext<string | undefined>(undefined)
