import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createVisitor, type Visitor } from './recovery.ts'
import { newDataDir, openPortal } from './portals.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { endProcesses, findProcesses, type Role, signal, waitFor } from '../portal/processes.ts'
import { type Answer, sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

const END_MS = 10_000
const NPM = ['npm', 'start']
/** The commands that cli/start.mjs runs after installing and building, which would disturb other tests. */
const SERVE = [process.execPath, 'cli/serve.mjs']

type Target = {
  name: string
  command: string[]
  /** The receivers: a role, the process group, or every process, as systemd does. */
  who: Role | 'group' | 'all'
  /** Whether the project controls how the started process exits; it does not for npm and its shell. */
  isSelfHosted: boolean
  /** Whether it ignores a SIGINT sent to it alone: Ctrl-C goes to the whole group. */
  ignoresInterrupt?: boolean
}

const TARGETS: Target[] = [
  { name: "npm start's npm", command: NPM, who: 'npm', isSelfHosted: false, ignoresInterrupt: true },
  { name: "npm start's shell", command: NPM, who: 'shell', isSelfHosted: false, ignoresInterrupt: true },
  { name: 'start.mjs under npm', command: NPM, who: 'start.mjs', isSelfHosted: true },
  { name: 'server.mjs under npm', command: NPM, who: 'server.mjs', isSelfHosted: true },
  { name: 'the process group of npm', command: NPM, who: 'group', isSelfHosted: false },
  { name: 'every process of npm', command: NPM, who: 'all', isSelfHosted: false },
  { name: 'the process group of serve.mjs', command: SERVE, who: 'group', isSelfHosted: true },
  { name: 'every process of serve.mjs', command: SERVE, who: 'all', isSelfHosted: true },
]
type Sent = { signals: NodeJS.Signals[]; apart: number }
const SENT: Sent[] = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP'] as const).flatMap((name) => [
    { signals: [name], apart: 0 },
    { signals: [name, name], apart: 150 },
  ]),
  { signals: ['SIGTERM', 'SIGINT', 'SIGHUP'], apart: 0 },
]

/** On every kind of stop, running requests get a response, the database stops cleanly and no process is left. */
export async function signals({ check }: Run): Promise<void> {
  const dataDir = newDataDir()
  const target = `running requests get a response, code 0, no process left within ${END_MS / 1000} s`
  for (const to of TARGETS) {
    const receives = ({ signals: names }: Sent) => !to.ignoresInterrupt || names.some((name) => name !== 'SIGINT')
    const sent = SENT.filter(receives)
    const names = to.ignoresInterrupt ? 'TERM, HUP' : 'TERM, INT, HUP'
    await check(`${names}, once, twice and together, to ${to.name}`, target, async (tally) => {
      for (const one of sent) await stopOnce(tally, dataDir, to, one)
    })
  }
  const dead = `the portal exits too, no process left within ${END_MS / 1000} s`
  for (const to of TARGETS.filter(({ who }) => who === 'npm' || who === 'shell' || who === 'start.mjs')) {
    await check(`kill -9 of ${to.name}`, dead, async (tally) => {
      for (let times = 0; times < 3; times++) {
        await stopOnce(tally, dataDir, { ...to, isSelfHosted: false }, { signals: ['SIGKILL'], apart: 0 })
      }
    })
  }
}

async function stopOnce(tally: Tally, dataDir: string, to: Target, { signals: names, apart }: Sent): Promise<void> {
  const label = `${names.map((name) => name.slice(3)).join('+')}:`
  const portal = await openPortal({ command: to.command, dataDir, detached: true })
  try {
    const pids = pidsOf(to, portal)
    // If the shell has replaced itself with the command, there is none.
    if (!pids.length) return
    tally.rounds++
    const visitor = await createVisitor(portal)
    const running = await holdRequest(portal, visitor)
    for (const [at, name] of names.entries()) {
      if (at && apart) await sleep(apart)
      for (const pid of pids) signal(pid, name)
    }
    const [sent, machineSpeed] = [performance.now(), watchMachineSpeed()]
    const answer = await running.finish(300)
    const { status, text } = answer
    // PostgreSQL itself got the signal, so the response reports that the database is down.
    const isAnswered = to.who === 'all' ? status > 0 : status === 204
    if (!isAnswered) addFault(tally, `${label} the running request got ${status || text}`, [answer])
    const gone = await waitFor(() => describeRemains(dataDir) === '', HANG_MS)
    if (gone === null) return addFault(tally, `${label} left ${describeRemains(dataDir)}`)
    const ms = performance.now() - sent
    tally.ms.push(ms)
    expectWithin(tally, machineSpeed, `${label} no process left`, ms, END_MS)
    if (!to.isSelfHosted) return
    await waitFor(() => portal.end() !== null, HANG_MS)
    const end = portal.end()
    if (end?.code !== 0) addFault(tally, `${label} code ${end?.signal ?? end?.code}`)
  } finally {
    await endProcesses(dataDir)
  }
}

/** The receivers' pids; negative for a process group. */
function pidsOf({ who }: Target, { pid, dataDir }: PortalProcess): number[] {
  if (who === 'group') return [-pid]
  return findProcesses(dataDir).flatMap((one) => (who === 'all' || one.role === who ? [one.pid] : []))
}

/** A write that waits for our lock; `finish` releases it after some ms and returns the response. */
async function holdRequest(portal: PortalProcess, { player, game }: Visitor) {
  const client = new pg.Client(databaseOf(portal))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table wishlist_entries in exclusive mode')
  const answer = sendRequest(portal.url, `/wishlist/entries/${game}`, { method: 'PUT', cookie: player.cookie })
  const isWaiting = async () => (await client.query('select from pg_locks where not granted')).rowCount !== 0
  await waitFor(isWaiting, HANG_MS)
  return {
    async finish(after: number): Promise<Answer> {
      await sleep(after)
      await client.query('commit').catch(() => {})
      await client.end().catch(() => {})
      return answer
    },
  }
}

/** Describes what is left of a portal. */
function describeRemains(dataDir: string): string {
  const roles = findProcesses(dataDir).map(({ role }) => role)
  const files = ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432', 'portal.pid']
  const left = [...new Set(roles), ...files.filter((file) => existsSync(path.join(dataDir, file)))]
  return left.join(' ')
}
