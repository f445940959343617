import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { DatabaseStartError, embeddedPrograms, type Programs } from './embedded-account.server.ts'
import { findServer } from './embedded-cluster.server.ts'

/**
 * Throws a DatabaseStartError for a cluster of another major version, unreadable to these programs, and says how to
 * move it.
 */
export function checkMajor(folder: string, programs: Programs): void {
  const [made, ours] = [majorOfCluster(folder), majorOf(programs)]
  if (made === null || made === ours) return
  throw new DatabaseStartError(
    `${folder} was made by PostgreSQL ${made}, and this release of Playhall brings ${ours}. ` +
      'With the release that ran on it: npm run portal -- backup <file>; ' +
      'then with this one: npm run portal -- restore <file> --replace, ' +
      `which keeps the old folder as ${path.basename(folder)}-${made}`,
  )
}

/**
 * Renames this DATA_DIR's cluster of another major version, if there is one, to make room for a new one. Returns a
 * function that restores it, to be called when nothing runs on the new one.
 */
export function setOldClusterAside(dataDir: string): () => void {
  const folder = path.join(dataDir, 'postgres')
  const made = majorOfCluster(folder)
  if (made === null || made === majorOf(embeddedPrograms())) return () => {}
  const aside = `${folder}-${made}`
  if (findServer(folder)) throw new DatabaseStartError(`PostgreSQL ${made} still runs on ${folder}: stop that portal`)
  if (fs.existsSync(aside)) throw new DatabaseStartError(`${aside} is there already: move it away`)
  fs.renameSync(folder, aside)
  return () => {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(aside, folder)
  }
}

/** Null if there is no cluster. */
function majorOfCluster(folder: string): number | null {
  const file = path.join(folder, 'PG_VERSION')
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : null
}

function majorOf({ postgres }: Programs): number {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: { LC_ALL: 'C' } })
  return Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10)
}
