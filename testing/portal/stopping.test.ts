import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { watchMachineSpeed } from './machine-speed.ts'
import { type End, type Start, spawnPortal, startPortal } from './portal-process.ts'
import { endProcesses, findProcesses, processesLeft, type Role, signalRoles } from './processes.ts'

const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-stopping-')))
chmodSync(temporary, 0o711)
const used = path.join(temporary, 'used')
const TIMEOUT_MS = 60_000
let folders = 0

/** What is left of the first portal after a SIGTERM. */
let first: Awaited<ReturnType<typeof leftBy>>

beforeAll(async () => {
  const portal = await startPortal({ ...inFolder(used), settings: { LOG_LEVEL: 'info' } })
  // Wait for the default blog posts, so that nothing is written later.
  while (!portal.output().includes('Filled the blog')) await sleep(50)
  signalRoles(used, ['server.mjs'], 'SIGTERM')
  first = await leftBy(portal)
})

afterEach(async () => {
  for (let at = 1; at <= folders; at++) await endProcesses(path.join(temporary, String(at)))
})

afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
})

/** `npm run faults -- signals` tests further signals and receivers. */
const WAYS: [name: string, receivers: Role[], signal: NodeJS.Signals, code: number | string][] = [
  ['SIGTERM to every process, as systemd does', ['serve.mjs', 'server.mjs', 'postgres'], 'SIGTERM', 0],
  ['a kill of the parent', ['serve.mjs'], 'SIGKILL', 'SIGKILL'],
]

test('no process or lock file is left after SIGTERM to the portal', () => {
  expect(first).toEqual({ ...NOTHING, code: 0 })
})

test.for(WAYS)('no process or lock file is left after %s', async ([, receivers, signal, code]) => {
  const dataDir = usedDataDir()
  const portal = await startPortal(inFolder(dataDir))
  signalRoles(dataDir, receivers, signal)
  expect(await leftBy(portal)).toEqual({ ...NOTHING, code })
})

test.for([
  ['creates its database', emptyDataDir],
  ['starts its database', usedDataDir],
] as const)('no process is left of a portal that is stopped while it %s', async ([, makeDataDir]) => {
  const dataDir = makeDataDir()
  const portal = spawnPortal(inFolder(dataDir))
  while (!findProcesses(dataDir).some(({ role }) => role === 'postgres')) await sleep(1)
  process.kill(-portal.pid, 'SIGTERM')
  expect(await leftBy(portal)).toEqual({ ...NOTHING, code: 0 })
})

test('a portal whose DATA_DIR is removed exits with one line and leaves no process', async () => {
  const dataDir = usedDataDir()
  const portal = await startPortal(inFolder(dataDir))
  rmSync(dataDir, { recursive: true })
  const lines = () =>
    portal
      .output()
      .split('\n')
      .filter((line) => line.includes('The files of the embedded PostgreSQL are gone: bring them back, or stop'))
  await expect.poll(lines, { timeout: TIMEOUT_MS }).toEqual([expect.stringContaining(`"folder":"${dataDir}/postgres"`)])
  signalRoles(dataDir, ['server.mjs'], 'SIGTERM')
  expect(await processesLeft(dataDir, TIMEOUT_MS)).toEqual([])
  expect(lines()).toHaveLength(1)
  expect(existsSync(dataDir)).toBe(false)
  expect(await endOf(portal)).toBe(0)
})

test('a running request gets a response, however many signals the group gets, and no process is left', async () => {
  const dataDir = usedDataDir()
  const portal = await startPortal(inFolder(dataDir))
  const { host, port, origin } = new URL(portal.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const [begin, end] = ['email=nobody@example.', 'com&password=12345678']
  const head = [
    'POST /login HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Connection: close',
    'Expect: 100-continue',
  ]
  const body = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${begin.length + end.length}`]
  const continueLine = 'HTTP/1.1 100 Continue\r\n\r\n'
  socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n${begin}`)
  await expect.poll(() => answer).toBe(continueLine)
  const machineSpeed = watchMachineSpeed()
  process.kill(-portal.pid, 'SIGTERM')
  await expect.poll(() => isOpen(Number(port))).toBe(false)
  for (let time = 0; time < 2; time++) process.kill(-portal.pid, 'SIGTERM')
  expect(answer).toBe(continueLine)
  socket.write(end)
  await closed
  // The portal cuts off what runs for five more seconds.
  if (!machineSpeed.wasSlow()) expect(answer.slice(continueLine.length)).toMatch(/^HTTP\/1\.1 (200|302|400|401) /)
  expect(await leftBy(portal)).toEqual({ ...NOTHING, code: 0 })
})

const NOTHING = { processes: [], lockFiles: [] as string[] }

/** Waits until no process of a portal is left; returns what remains of it, and its exit code or signal. */
async function leftBy({ dataDir, ended }: { dataDir: string; ended: Promise<End> }) {
  const processes = await processesLeft(dataDir, TIMEOUT_MS)
  // A killed portal and a killed database each leave one behind.
  const lockFiles = ['portal.pid', 'postgres/postmaster.pid'].filter((file) => existsSync(path.join(dataDir, file)))
  return { processes, lockFiles, code: await endOf({ ended }) }
}

/** Whether a port accepts connections. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function emptyDataDir(): string {
  return path.join(temporary, String(++folders))
}

/** A copy of the folder of a cleanly stopped portal. */
function usedDataDir(): string {
  const dataDir = emptyDataDir()
  expect(spawnSync('cp', ['-a', used, dataDir]).status).toBe(0)
  return dataDir
}

/** The settings with which a user or a service starts a portal in a folder. */
function inFolder(dataDir: string): Start {
  return { dataDir, command: [process.execPath, 'cli/serve.mjs'], detached: true }
}

async function endOf({ ended }: { ended: Promise<End> }): Promise<number | string | null> {
  const { code, signal } = await ended
  return signal ?? code
}
