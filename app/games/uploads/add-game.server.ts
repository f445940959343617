import { randomUUID } from 'node:crypto'
import { logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { slugify } from '../../lib/slug.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { addOwnGames } from '../catalogue/add-own-games.server.ts'
import { checkGameFiles } from './game-file-storage.server.ts'
import { insertVersion, type Upload } from './game-versions.server.ts'
import type { NewGame } from './new-game-rules.ts'
import { versionHref } from './version-address.ts'

/**
 * Adds a game that is pending review, and returns its id. `source` is the game's URL, or an upload whose files are
 * already stored.
 */
export async function addGame(operator: Player, game: NewGame, source: { url: string } | Upload): Promise<number> {
  // An import may lock the catalogue for longer than the time limit of a page query.
  const id = await backgroundDatabase().transaction(async (tx) => {
    const row = {
      ...game,
      slug: slugify(game.title) || 'game',
      status: 'pending' as const,
      providerGameId: randomUUID(),
    }
    const [added] = await addOwnGames(tx, [{ ...row, tags: [], heldUrl: 'url' in source ? source.url : null }])
    const gameId = added!
    if ('archive' in source) {
      const version = await insertVersion(tx, gameId, source, true)
      await preparedIn(tx, 'set-first-version', 'update games set held_url = $2 where id = $1', [
        gameId,
        versionHref(version),
      ])
    }
    await purgePages(['games'], tx)
    await logAct(tx, {
      by: operator,
      act: 'added',
      on: { kind: 'game', id: String(gameId) },
      why: 'url' in source ? source.url : source.archive,
      details: { title: game.title },
    })
    return gameId
  })
  if ('archive' in source) await checkGameFiles(source.game.files)
  return id
}
