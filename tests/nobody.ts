import { spawnSync } from 'node:child_process'

/** An account without rights, as which root can run things; spread it into the options of `spawn`. */
export const NOBODY = { uid: 65534, gid: 65534 }

/** Whether this is root, and Node and the repository are where an ordinary user can read them. */
export function canBeNobody(): boolean {
  if (process.getuid?.() !== 0) return false
  const read = `require('fs').readFileSync(${JSON.stringify(import.meta.filename)})`
  return spawnSync(process.execPath, ['-e', read], { ...NOBODY, cwd: '/' }).status === 0
}
