import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const HERE = import.meta.dirname
const SOURCES = [
  '../../db/migrations/*.sql',
  'generate-catalogue.ts',
  'generate-community.ts',
  'invented-words.ts',
  '../../app/games/catalogue/listings.server.ts',
]

/**
 * Returns a DATA_DIR with this many invented games and posts. Creates it if it is missing, or if its generator has
 * changed.
 */
export async function prepareCatalogue(games: number, posts = 0): Promise<string> {
  const dataDir = path.join(HERE, 'data', posts ? `games-${games}-posts-${posts}` : `games-${games}`)
  const stampFile = path.join(dataDir, 'made-from')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return dataDir
  console.log(`Generating a catalogue of ${games} games${posts ? ` and ${posts} posts` : ''}`)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const program = path.join(HERE, 'generate-catalogue.ts')
  const environment = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, String(games), String(posts)], { stdio: 'inherit', env: environment })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The generator exited with ${String(code)}`)
  writeFileSync(stampFile, stamp())
  return dataDir
}

function stamp(): string {
  const files = SOURCES.flatMap((pattern) => globSync(path.join(HERE, pattern)).toSorted())
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}
