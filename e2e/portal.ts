import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inventedFeed } from '../tests/invented-feed.ts'

/** Games that the portal under test has beside its default catalogue. */
export const INVENTED = 320

/** Starts the built portal on an empty folder and a free port, imports an invented feed, and stops it at the end. */
export default async function startPortal() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'playhall-e2e-'))
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    AUTH_SECRET: 'the secret of the portal under test',
  }
  const portal = spawn(process.execPath, ['server.ts'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    portal.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      const found = /"url":"([^"]+)"/.exec(said)?.[1]
      if (found) resolve(found)
    })
    portal.once('exit', (code) => reject(new Error(`The portal ended with ${code}: ${said}`)))
  })
  const feed = path.join(dataDir, 'feed.json')
  writeFileSync(feed, JSON.stringify(inventedFeed(INVENTED)))
  const done = spawn(process.execPath, ['cli/portal.ts', 'import', 'gamemonetize', feed], {
    env: environment,
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => done.once('exit', resolve))
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`)
  // Set before the workers start, who inherit them: e2e/players.ts signs players in by itself.
  Object.assign(process.env, { E2E_URL: url, DATA_DIR: dataDir, AUTH_SECRET: environment.AUTH_SECRET })

  return async () => {
    portal.removeAllListeners('exit')
    const ended = new Promise((resolve) => portal.once('exit', resolve))
    portal.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
