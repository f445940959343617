import { loadShellPlayer } from '../shell/load-player.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'
import { listPuzzles } from './daily-puzzle.server.ts'
import type { Home } from './load-home.server.ts'
import { loadPlayerRows } from './load-player-rows.server.ts'

/** Returns everything that the home page shows: `home`, today's puzzles, and the player's rows. */
export async function loadHomePage(request: Request, home: Promise<Home>) {
  const [loaded, playerRows] = await Promise.all([home, loadRowsOf(request)])
  const puzzles = loaded.board.isDaily ? listPuzzles(new Date()) : []
  return { home: loaded, puzzles, playerRows, welcome: siteTexts().welcome }
}

async function loadRowsOf(request: Request) {
  const { player, recent } = await loadShellPlayer(request)
  return loadPlayerRows(recent, player?.wishes ?? [])
}
