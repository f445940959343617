import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { isDatabaseBusy, isDatabaseDown } from '../../db/database-outage.server.ts'
import { type FoundGameFile, sendGameFile } from './game-files.server.ts'
import { StorageDownError } from './storage-key.server.ts'
import { countAgainst } from '../http/rate-limit.server.ts'
import { pathOf } from '../http/target.server.ts'

/** Finds a file of an uploaded game by a request's path; null for other paths. */
export type FindGameFile = (path: string) => Promise<FoundGameFile | null>

/**
 * Responds to a request for a file of an uploaded game. Returns null for other paths, or the number of seconds after
 * which the client may retry.
 */
export async function serveGameFile(
  c: Context<{ Bindings: HttpBindings; Variables: { address: string; target: string } }>,
  find: FindGameFile | undefined,
  siteUrl: string,
): Promise<Response | number | null> {
  const path = pathOf(c.var.target)
  if (!find || !/^\/play\/v\d/.test(path)) return null
  const seconds = countAgainst('files', c.var.address)
  if (seconds) return seconds
  try {
    const file = await find(path)
    if (file === null) return null
    if (file === 'folder') return c.redirect(`${path}/`, 308)
    if (file !== 'missing' && (await sendGameFile(c.env.incoming, c.env.outgoing, file, siteUrl)))
      return RESPONSE_ALREADY_SENT
  } catch (error) {
    if (!(error instanceof StorageDownError || isDatabaseDown(error) || isDatabaseBusy(error))) throw error
    return c.text('This game is not available right now.\n', 503, { ...NOT_STORED, 'Retry-After': '30' })
  }
  return countAgainst('missingFiles', c.var.address) || c.text('This file doesn’t exist.\n', 404, NOT_STORED)
}

const NOT_STORED = { 'Cache-Control': 'no-store' }
