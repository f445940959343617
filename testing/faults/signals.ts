import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PortalProcess } from '../portal/portal-process.ts'
import { createVisitor, type Visitor } from './healing.ts'
import { newDataDir, openPortal } from './portals.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { endProcesses, findProcesses, type Role, signal, waitFor } from '../portal/processes.ts'
import { type Answer, ask } from './requests.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

const END_MS = 10_000
const NPM = ['npm', 'start']
/** What cli/start.mjs becomes once all is installed and built; it would do that here, in the middle of other tests. */
const SERVE = [process.execPath, 'cli/serve.mjs']

type Target = {
  name: string
  command: string[]
  /** Whom the signals are for: a role, a process group, or every process, as systemd does. */
  who: Role | 'group' | 'all'
  /** Whether what was started ends by our word: npm and its shell end as they like. */
  isOurs: boolean
  /** Whether it goes on as if nothing had been, where a SIGINT is for it alone: Ctrl-C goes to the whole group. */
  leavesInterrupts?: boolean
}

const TARGETS: Target[] = [
  { name: "npm start's npm", command: NPM, who: 'npm', isOurs: false, leavesInterrupts: true },
  { name: "npm start's shell", command: NPM, who: 'shell', isOurs: false, leavesInterrupts: true },
  { name: 'start.mjs under npm', command: NPM, who: 'start.mjs', isOurs: true },
  { name: 'server.mjs under npm', command: NPM, who: 'server.mjs', isOurs: true },
  { name: 'the process group of npm', command: NPM, who: 'group', isOurs: false },
  { name: 'every process of npm', command: NPM, who: 'all', isOurs: false },
  { name: 'the process group of serve.mjs', command: SERVE, who: 'group', isOurs: true },
  { name: 'every process of serve.mjs', command: SERVE, who: 'all', isOurs: true },
]
type Sent = { signals: NodeJS.Signals[]; apart: number }
const SENT: Sent[] = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP'] as const).flatMap((name) => [
    { signals: [name], apart: 0 },
    { signals: [name, name], apart: 150 },
  ]),
  { signals: ['SIGTERM', 'SIGINT', 'SIGHUP'], apart: 0 },
]

/** However it is stopped: what runs is answered, the database is stopped cleanly, nothing is left. */
export async function signals({ check }: Run): Promise<void> {
  const dataDir = newDataDir()
  const target = `what runs is answered, code 0, nothing left within ${END_MS / 1000} s`
  for (const to of TARGETS) {
    const hears = ({ signals: names }: Sent) => !to.leavesInterrupts || names.some((name) => name !== 'SIGINT')
    const sent = SENT.filter(hears)
    const names = to.leavesInterrupts ? 'TERM, HUP' : 'TERM, INT, HUP'
    await check(`${names}, once, twice, at once to ${to.name}`, target, async (tally) => {
      for (const one of sent) await stopOnce(tally, dataDir, to, one)
    })
  }
  const dead = `the portal ends too, nothing left within ${END_MS / 1000} s`
  for (const to of TARGETS.filter(({ who }) => who === 'npm' || who === 'shell' || who === 'start.mjs')) {
    await check(`kill -9 of ${to.name}`, dead, async (tally) => {
      for (let times = 0; times < 3; times++) {
        await stopOnce(tally, dataDir, { ...to, isOurs: false }, { signals: ['SIGKILL'], apart: 0 })
      }
    })
  }
}

async function stopOnce(tally: Tally, dataDir: string, to: Target, { signals: names, apart }: Sent): Promise<void> {
  const label = `${names.map((name) => name.slice(3)).join('+')}:`
  const portal = await openPortal({ command: to.command, dataDir, detached: true })
  try {
    const pids = pidsOf(to, portal)
    // Where the shell has become the command itself there is none.
    if (!pids.length) return
    tally.rounds++
    const visitor = await createVisitor(portal)
    const running = await holdRequest(portal, visitor)
    for (const [at, name] of names.entries()) {
      if (at && apart) await sleep(apart)
      for (const pid of pids) signal(pid, name)
    }
    const [sent, pace] = [performance.now(), watchPace()]
    const answer = await running.finish(300)
    const { status, text } = answer
    // PostgreSQL itself was told to end: then the answer is that it is gone.
    const isAnswered = to.who === 'all' ? status > 0 : status === 204
    if (!isAnswered) addFault(tally, `${label} what ran got ${status || text}`, [answer])
    const gone = await waitFor(() => leftOf(dataDir) === '', HANG_MS)
    if (gone === null) return addFault(tally, `${label} left ${leftOf(dataDir)}`)
    const ms = performance.now() - sent
    tally.ms.push(ms)
    expectWithin(tally, pace, `${label} nothing is left`, ms, END_MS)
    if (!to.isOurs) return
    await waitFor(() => portal.end() !== null, HANG_MS)
    const end = portal.end()
    if (end?.code !== 0) addFault(tally, `${label} code ${end?.signal ?? end?.code}`)
  } finally {
    await endProcesses(dataDir)
  }
}

/** Processes for whom the signals are; for a group one number below zero. */
function pidsOf({ who }: Target, { pid, dataDir }: PortalProcess): number[] {
  if (who === 'group') return [-pid]
  return findProcesses(dataDir).flatMap((one) => (who === 'all' || one.role === who ? [one.pid] : []))
}

/** A write that waits for a lock of ours; `finish` lets it go on after so many milliseconds and gives its answer. */
async function holdRequest(portal: PortalProcess, { player, game }: Visitor) {
  const client = new pg.Client(databaseOf(portal))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table wishlist_entries in exclusive mode')
  const answer = ask(portal.url, `/wishlist/entries/${game}`, { method: 'PUT', cookie: player.cookie })
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

/** What is left of a portal, in words. */
function leftOf(dataDir: string): string {
  const roles = findProcesses(dataDir).map(({ role }) => role)
  const files = ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432', 'portal.pid']
  const left = [...new Set(roles), ...files.filter((file) => existsSync(path.join(dataDir, file)))]
  return left.join(' ')
}
