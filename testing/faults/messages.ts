import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { runCommand } from '../portal/portal-process.ts'
import { expectOneLine } from './one-line.ts'
import { newDataDir, openServer } from './portals.ts'
import { query } from '../portal/portal-database.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { HANG_MS, type Run } from './results.ts'

/** With an unusable database, the portal's start, an import and an operator's command each print one line. */
export async function messages({ check }: Run): Promise<void> {
  const server = await openServer()
  const dataDir = newDataDir()
  const feed = path.join(dataDir, 'feed.json')
  writeFileSync(feed, JSON.stringify(inventedFeed(3)))
  const node = process.execPath
  const commands: [string, string[]][] = [
    ['the start', [node, 'server.mjs']],
    ['import', [node, 'cli/portal.ts', 'import', 'gamemonetize', feed]],
    ['operator add', [node, 'cli/portal.ts', 'operator', 'add', 'x@mail.example']],
  ]
  const at = (change: Partial<URL>) => Object.assign(new URL(server.url), change).href
  const faults: [string, () => Promise<string>][] = [
    ['a wrong password', async () => at({ password: 'wrong' })],
    ['a missing database', async () => at({ pathname: '/nowhere' })],
    ['no server on the port', async () => at({ port: '9' })],
    ['an unknown host', async () => at({ hostname: 'nowhere.invalid' })],
    ['a role without privileges', async () => withoutRights(server.url, at)],
    ['a database that is not UTF-8', async () => withLatin1(server.url, at)],
  ]
  for (const [name, make] of faults) {
    await check(name, 'one line and a nonzero exit code', async (tally) => {
      const DATABASE_URL = await make()
      for (const [what, command] of commands) {
        tally.rounds++
        const settings = { ...TEST_SETTINGS, DATA_DIR: dataDir, PORT: '0', DATABASE_URL }
        const run = await runCommand(command, settings, HANG_MS)
        tally.ms.push(run.ms)
        expectOneLine(tally, what, run)
      }
    })
  }
}

type At = (change: Partial<URL>) => string

async function withoutRights(url: string, at: At): Promise<string> {
  const admin = { connectionString: url }
  await query(admin, `create role guest login password 'guest'`)
  await query(admin, 'create database guarded')
  return at({ username: 'guest', password: 'guest', pathname: '/guarded' })
}

async function withLatin1(url: string, at: At): Promise<string> {
  await query({ connectionString: url }, `create database latin template template0 encoding 'LATIN1' locale 'C'`)
  return at({ pathname: '/latin' })
}
