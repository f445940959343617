import { STATUS_CODES } from 'node:http'
import type { CheckOutcome } from '../../../db/schema/game-health.server.ts'
import { config } from '../../../server/process/config.server.ts'
import { FetchError, type FetchLimits, fetchHead } from '../../../server/http/fetch-public.server.ts'
import { frameOnPage } from '../../stage/frame-on-page.server.ts'
import { findFramingRefusal } from './framing.ts'

/** The result of a check of a game's address. */
export type Finding = {
  outcome: CheckOutcome
  /** One line of evidence. */
  detail: string
  /** Whether the host sent no response at all. */
  isSilent: boolean
}

/** A game with the address to check, whether the game is public or not. */
export type CheckedGame = {
  id: number
  slug: string
  provider: string
  url: string
  width: number | null
  height: number | null
}

const LIMITS: FetchLimits = { totalMs: 8000, idleMs: 8000 }
const DETAIL_MAX = 200

/**
 * Requests the address that players' browsers load, and reads only the status and headers of the response
 * (docs/product.md#checks-of-games). `limits` override the limits of the request.
 */
export async function checkAddress(game: CheckedGame, limits: FetchLimits = {}): Promise<Finding> {
  const { siteUrl, localFeeds } = config()
  const frame = frameOnPage(game)
  if (!frame || frame.isSelfHosted) return unknown('the address cannot be shown in a frame')
  try {
    const head = await fetchHead(frame.src, { ...LIMITS, allowLoopback: localFeeds, ...limits })
    return judge(head, new URL(siteUrl))
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    switch (error.fault) {
      case 'unknown host':
        return { outcome: 'host gone', detail: 'DNS knows no such host', isSilent: true }
      case 'not public':
        return unknown('the address leads to a private network')
      case 'silent':
        return { ...unknown(`the address ${error.message}`), isSilent: true }
      default:
        return unknown(`the address ${error.message}`)
    }
  }
}

/** Returns the host of an address with its port, by which checks are limited; empty if the address is invalid. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

function judge({ status, headers }: Awaited<ReturnType<typeof fetchHead>>, site: URL): Finding {
  if (status === 404 || status === 410) return found('gone', statusText(status))
  if (status < 200 || status > 299) return unknown(statusText(status))
  const refusal = findFramingRefusal(headers, site)
  return refusal ? found('framing refused', refusal) : found('works', statusText(status))
}

function found(outcome: CheckOutcome, detail: string): Finding {
  return { outcome, detail: clean(detail), isSilent: false }
}

function unknown(detail: string): Finding {
  return found('unknown', detail)
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim()
}

/** Header values come from another server, so they are not trusted. */
function clean(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, DETAIL_MAX)
}
