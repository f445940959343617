import { type GameStatus, PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { requestState } from '../../server/http/request-state.server.ts'
import { config } from '../../server/process/config.server.ts'
import { gameHref } from '../catalogue/games-href.ts'
import { approvedGameHosts } from '../feeds/providers/frame-hosts.server.ts'
import { findProvider } from '../import/providers.server.ts'
import { previewHref } from '../uploads/preview-token.server.ts'
import { frameOf, type GameFrame } from './game-frame.ts'

type Game = {
  slug: string
  provider: string
  url: string | null
  width: number | null
  height: number | null
  /** Only for operators: the files of an uploaded game that is not public need another address. */
  status?: GameStatus
}

/** The frame of a game on its page, or null (`frameOf`). Some providers need the page's address in theirs. */
export function frameOnPage(game: Game): GameFrame | null {
  const { siteUrl } = config()
  const pageUrl = new URL(gameHref(game.slug), siteUrl).href
  // Providers that operators added use the stored address.
  const url = game.url && (findProvider(game.provider)?.addressOnPage?.(game.url, pageUrl) ?? game.url)
  const isHeld = game.status !== undefined && !PUBLIC_STATUSES.includes(game.status)
  return frameOf({ ...game, url: url && isHeld ? previewHref(url) : url }, siteUrl)
}

/**
 * Lets the page of this request frame a game: if pages do not list its approved host, this one lists only that host. A
 * tab that navigates here on the client still has the policy of its document, so the stage reloads it
 * (docs/product.md#hosts-of-games).
 */
export function allowFrame(frame: GameFrame | null): void {
  const state = requestState()
  if (!state || !frame || frame.isSelfHosted) return
  const { host, protocol } = new URL(frame.src)
  if (protocol !== 'https:' || state.gameHosts.includes(host) || !approvedGameHosts().includes(host)) return
  state.gameHosts = [host]
}
