import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { remember } from '../lib/remember.ts'
import { config } from './config.server.ts'

/** AUTH_SECRET; without it one that is made once and kept in DATA_DIR, readable to its owner only. */
export function authSecret(): string {
  return remember('auth-secret', () => config().authSecret ?? keptSecret(config().dataDir))
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
