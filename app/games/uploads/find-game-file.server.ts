import { isPublic } from '../../db/public-games.server.ts'
import { prepared } from '../../db/query.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import type { FoundGameFile, StoredGameFile } from '../../server/files/game-files.server.ts'
import { permitsPreview } from './preview-token.server.ts'

const ADDRESS = /^\/play\/v([1-9]\d{0,9})(?:-([0-9a-z]+-[\w-]{22}))?(?:\/(.*))?$/
const MAX_ID = 2_147_483_647
const MAX_CACHED = 2000

type Row = StoredGameFile & { isPublic: boolean }

/**
 * Finds the file of an uploaded game by a request's path, which is still URL-encoded; null if the path does not belong
 * to an uploaded game. Earlier versions of a public game are served, because a visitor may still be playing one.
 * Versions that were never current, and the files of games that are not public, need a token (preview-token.server.ts).
 * The files of a deleted game are never served.
 */
export async function findGameFile(path: string): Promise<FoundGameFile | null> {
  const [, digits, token, rest] = ADDRESS.exec(path) ?? []
  if (digits === undefined || Number(digits) > MAX_ID) return null
  const version = Number(digits)
  const isPreview = token !== undefined && permitsPreview(version, token)
  if (token !== undefined && !isPreview) return 'missing'
  if (rest === undefined) return 'folder'
  const name = decodeURIComponent(rest).normalize('NFC')
  const file = await read(version, name === '' || name.endsWith('/') ? `${name}index.html` : name)
  if (file && (file.isPublic || isPreview)) return { ...file, isPreview }
  if (file || name === '' || name.endsWith('/')) return 'missing'
  const page = await read(version, `${name}/index.html`)
  return page && (page.isPublic || isPreview) ? 'folder' : 'missing'
}

function read(version: number, path: string): Promise<Row | null> {
  return cachedByKey(
    'game files',
    `${version} ${path}`,
    ['games'],
    async () => (await prepared<Row>('game-file', FILE, [version, path]))[0] ?? null,
    MAX_CACHED,
  )
}

const FILE = `
  select f.file_key as key, f.content_type as type, f.encoding, f.bytes::float8 as bytes,
    ${isPublic('g')} and v.was_current as "isPublic"
  from game_version_files f join game_versions v on v.id = f.version_id join games g on g.id = v.game_id
  where f.version_id = $1 and f.path = $2 and g.status <> 'deleted'`
