import { and, desc, eq, sql } from 'drizzle-orm'
import { type ActOutcome, logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../db/connection.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { gameVersionFiles, gameVersions } from '../../db/schema/game-uploads.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'
import { checkGameFiles, deleteGameFiles, gameFileKey, lockGameFiles } from './game-file-storage.server.ts'
import type { UnpackedGame } from './archive/unpack-archive.server.ts'
import { versionHref, versionIn } from './version-address.ts'

export type GameVersion = typeof gameVersions.$inferSelect

/** An upload: the name of the zip and its content. */
export type Upload = { archive: string; game: UnpackedGame }

/** Lists the versions of a game, newest first. */
export function listVersions(gameId: number): Promise<GameVersion[]> {
  return database().select().from(gameVersions).where(eq(gameVersions.gameId, gameId)).orderBy(desc(gameVersions.id))
}

/** Inserts the rows of an upload whose files are stored, in the transaction. Returns the version. */
export async function insertVersion(
  tx: Transaction,
  gameId: number,
  { archive, game: { root, files, bytes } }: Upload,
  isCurrent: boolean,
): Promise<number> {
  await lockGameFiles(tx)
  const [version] = await tx
    .insert(gameVersions)
    .values({ gameId, archive, root, files: files.length, bytes, isCurrent, wasCurrent: isCurrent })
    .returning({ id: gameVersions.id })
  const rows = files.map((file) => ({ ...file, key: gameFileKey(file.hash) }))
  await preparedIn(tx, 'add-version-files', ADD_FILES, [version!.id, JSON.stringify(rows)])
  return version!.id
}

/**
 * Adds a version to an uploaded game. It becomes the current version unless `isDraft` is set. Returns the version, or
 * null if the game does not exist, or if an operator deletes the version before it is current.
 */
export async function addVersion(
  { operator, gameId }: { operator: Player; gameId: number },
  upload: Upload,
  { isDraft }: { isDraft: boolean },
): Promise<number | null> {
  // An import may lock the catalogue for longer than the time limit of a page query.
  const version = await backgroundDatabase().transaction(async (tx) => {
    const game = await lockUploadedGame(tx, gameId)
    if (!game) return null
    const id = await insertVersion(tx, gameId, upload, false)
    await logVersion(tx, { operator, game, act: 'version uploaded', why: upload.archive })
    return id
  })
  if (version === null) return null
  await checkGameFiles(upload.game.files)
  if (isDraft) return version
  return backgroundDatabase().transaction(async (tx) => {
    const game = await lockUploadedGame(tx, gameId)
    // Operators see the version, and may delete it, while its files are being checked.
    if (!game || !(await findVersion(tx, gameId, version))) return null
    await makeCurrent(tx, gameId, version)
    return version
  })
}

/** Makes another version of a game the current one. */
export function chooseVersion(operator: Player, gameId: number, versionId: number): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const game = await lockUploadedGame(tx, gameId)
    const version = game && (await findVersion(tx, gameId, versionId))
    if (!version || version.isCurrent) return { outcome: 'gone' }
    await makeCurrent(tx, gameId, versionId)
    await logVersion(tx, { operator, game, act: 'version chosen', why: describe(version) })
    return { outcome: 'done' }
  })
}

/** Deletes a version that is not current. Its files are deleted, too, unless another version has them. */
export function deleteVersion(operator: Player, gameId: number, versionId: number): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const game = await lockUploadedGame(tx, gameId)
    const version = game && (await findVersion(tx, gameId, versionId))
    if (!version) return { outcome: 'gone' }
    if (version.isCurrent)
      return { outcome: 'forbidden', why: 'This is the current version. Make another one current first' }
    const files = await tx
      .selectDistinct({ key: gameVersionFiles.fileKey })
      .from(gameVersionFiles)
      .where(eq(gameVersionFiles.versionId, versionId))
    await tx.delete(gameVersions).where(eq(gameVersions.id, versionId))
    await deleteGameFiles(
      files.map(({ key }) => key),
      tx,
    )
    await purgePages([`game:${gameId}`, 'games'], tx)
    await logVersion(tx, { operator, game, act: 'version deleted', why: describe(version) })
    return { outcome: 'done' }
  })
}

type LockedGame = { id: number; title: string }

/** Locks a game until the end of the transaction. Returns null if it is not an uploaded game. */
async function lockUploadedGame(tx: Transaction, id: number): Promise<LockedGame | null> {
  await tx.execute(sql`lock table games in row exclusive mode`)
  const [game] = await preparedIn<LockedGame & { url: string | null }>(tx, 'lock-uploaded-game', LOCK_GAME, [id])
  return game && versionIn(game.url) !== null ? game : null
}

async function findVersion(tx: Transaction, gameId: number, id: number): Promise<GameVersion | undefined> {
  const [version] = await tx
    .select()
    .from(gameVersions)
    .where(and(eq(gameVersions.gameId, gameId), eq(gameVersions.id, id)))
  return version
}

/** Makes an existing version of a locked game the current one. */
async function makeCurrent(tx: Transaction, gameId: number, versionId: number): Promise<void> {
  await tx
    .update(gameVersions)
    .set({
      isCurrent: sql`${gameVersions.id} = ${versionId}`,
      wasCurrent: sql`${gameVersions.wasCurrent} or ${gameVersions.id} = ${versionId}`,
    })
    .where(eq(gameVersions.gameId, gameId))
  await preparedIn(tx, 'set-version-url', SET_URL, [gameId, versionHref(versionId)])
  await refreshListings(tx, [gameId])
  await purgePages(['games', `game:${gameId}`], tx)
}

async function logVersion(
  tx: Transaction,
  {
    operator,
    game,
    act,
    why,
  }: {
    operator: Player
    game: LockedGame
    act: 'version uploaded' | 'version chosen' | 'version deleted'
    why: string
  },
): Promise<void> {
  const on = { kind: 'game' as const, id: String(game.id) }
  await logAct(tx, { by: operator, act, on, why, details: { title: game.title } })
}

function describe({ archive, createdAt }: GameVersion): string {
  return `${archive}, ${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const LOCK_GAME = 'select id, title, coalesce(url, held_url) as url from games where id = $1 for no key update'

const SET_URL = `
  update games set updated_at = now(),
    url = case when ${isPublic()} then $2 end, held_url = case when not ${isPublic()} then $2 end
  where id = $1`

const ADD_FILES = `
  insert into game_version_files (version_id, path, file_key, content_type, encoding, bytes)
  select $1, path, key, "contentType", encoding, bytes
  from jsonb_to_recordset($2::jsonb) as f(path text, key text, "contentType" text, encoding text, bytes bigint)`
