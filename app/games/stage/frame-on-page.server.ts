import { config } from '../../server/process/config.server.ts'
import { gameHref } from '../catalogue/games-href.ts'
import { findProvider } from '../import/providers.server.ts'
import { frameOf, type GameFrame } from './game-frame.ts'

type Game = { slug: string; provider: string; url: string | null; width: number | null; height: number | null }

/** The frame of a game on its page, or null (`frameOf`). Some providers need the page's address in theirs. */
export function frameOnPage(game: Game): GameFrame | null {
  const { siteUrl } = config()
  const pageUrl = new URL(gameHref(game.slug), siteUrl).href
  const url = game.url && (findProvider(game.provider)?.addressOnPage?.(game.url, pageUrl) ?? game.url)
  return frameOf({ ...game, url }, siteUrl)
}
