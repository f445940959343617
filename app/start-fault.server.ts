import { inOneLine } from './db/database-fault.server.ts'
import { DatabaseStartError } from './db/embedded-account.server.ts'
import { SiteTextError } from './pages/site-text.server.ts'
import { SettingError } from './server/process/config.server.ts'

/** A fault that the operator can fix: one line, no stack. */
class StartError extends Error {}

const FAULTS = [SettingError, SiteTextError, DatabaseStartError, StartError]

/** Returns one line for a fault that an operator can fix; null for any other error. */
export function explainStartFault(error: unknown): string | null {
  const isKnown = FAULTS.some((Fault) => error instanceof Fault)
  return isKnown ? inOneLine((error as Error).message) : null
}

/** Returns the error to throw if the server cannot listen on an address. */
export function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  return new StartError(whyNotListening(error, host, port))
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program: set PORT to a free one, or to 0`
  if (error.code === 'EACCES')
    return `Port ${port} needs rights that this account does not have: set PORT to 1024 or more`
  return `HOST ${host} cannot be listened on: ${error.code}`
}
