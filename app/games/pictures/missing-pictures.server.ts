import { preparedOnPrimary, preparedOnReplica } from '../../db/query.server.ts'

/** What is seen again and again is written once an hour by a node. */
const WRITTEN_MS = 60 * 60_000
const MOST_REMEMBERED = 20_000

const written = new Map<string, number>()

/** Notes that the picture of a game, at this address, could not be had: for all nodes. */
export async function noteMissingPicture(gameId: number, address: string): Promise<void> {
  const key = `${gameId} ${address}`
  const now = performance.now()
  if (now - (written.get(key) ?? -Infinity) < WRITTEN_MS) return
  if (written.size >= MOST_REMEMBERED) written.clear()
  // By a query, since the game may be gone by now.
  await preparedOnPrimary(
    'picture-missing',
    `insert into missing_pictures (game_id) select id from games where id = $1
     on conflict (game_id) do update set seen_at = now()`,
    [gameId],
  )
  written.set(key, now)
}

/** Notes that the picture of a game has come. */
export async function noteFoundPicture(gameId: number, address: string): Promise<void> {
  written.delete(`${gameId} ${address}`)
  await preparedOnPrimary('picture-found', 'delete from missing_pictures where game_id = $1', [gameId])
}

/** Which of the games have a picture that could not be had within the last day. */
export async function findMissingPictures(gameIds: number[]): Promise<Set<number>> {
  const rows = await preparedOnReplica<{ game_id: number }>(
    'missing-pictures',
    `select game_id from missing_pictures where game_id = any($1::int[]) and seen_at > now() - interval '1 day'`,
    [gameIds],
  )
  return new Set(rows.map((row) => row.game_id))
}
