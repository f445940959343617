import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { DatabaseStartError, embeddedPrograms, type Programs } from './embedded-account.server.ts'
import { findServer } from './embedded-cluster.server.ts'

/**
 * Throws a DatabaseStartError, with instructions for moving the data, if the cluster has another major version, which
 * these programs cannot read.
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
 * Renames DATA_DIR's cluster if it has another major version, to make room for a new one. Returns a function that
 * restores the old cluster; call it when no server runs on the new one.
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

/** Returns null if there is no cluster. */
function majorOfCluster(folder: string): number | null {
  const file = path.join(folder, 'PG_VERSION')
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : null
}

function majorOf({ postgres }: Programs): number {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: { LC_ALL: 'C' } })
  return Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10)
}
