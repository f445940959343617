import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  isDatabaseClosed,
  type Process,
  processesLeft,
  processesOf,
  signalTo,
  spawnPortal,
  startPortalProcess,
} from './portal-processes.ts'

const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-stopping-')))
chmodSync(temporary, 0o711)
const used = path.join(temporary, 'used')
const PATIENCE_MS = 10_000
let folders = 0

beforeAll(async () => {
  const portal = await startPortalProcess(used)
  signalTo(processesOf(used), 'portal', 'SIGTERM')
  await portal.ended
})

afterEach(async () => {
  for (let at = 1; at <= folders; at++)
    signalTo(processesOf(path.join(temporary, String(at))), ['parent', 'portal', 'database'], 'SIGKILL')
})

afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
})

type Told = [whom: Process['what'][] | 'group', signal: NodeJS.Signals, times: number]

const WAYS: [name: string, told: Told, code: number | string][] = [
  ['SIGTERM to the portal', [['portal'], 'SIGTERM', 1], 0],
  ['SIGINT to its parent', [['parent'], 'SIGINT', 1], 0],
  ['SIGHUP to the portal', [['portal'], 'SIGHUP', 1], 0],
  ['SIGTERM to the group, of which the parent passes on its own', ['group', 'SIGTERM', 1], 0],
  ['SIGHUP to the group, three times', ['group', 'SIGHUP', 3], 0],
  ['SIGTERM to every process, as systemd does', [['parent', 'portal', 'database'], 'SIGTERM', 1], 0],
  ['a parent that is killed', [['parent'], 'SIGKILL', 1], 'SIGKILL'],
]

test.for(WAYS)('nothing is left of a portal after %s', async ([, [whom, signal, times], code]) => {
  const dataDir = usedDataDir()
  const portal = await startPortalProcess(dataDir)
  for (let time = 0; time < times; time++) {
    if (whom === 'group') process.kill(-portal.child.pid!, signal)
    else signalTo(processesOf(dataDir), whom, signal)
  }
  expect(await processesLeft(dataDir, PATIENCE_MS)).toEqual([])
  expect(isDatabaseClosed(dataDir)).toBe(true)
  expect(await portal.ended).toBe(code)
})

test.for([
  ['makes its database', emptyDataDir],
  ['starts its database', usedDataDir],
] as const)('nothing is left of a portal that is told to stop while it %s', async ([, makeDataDir]) => {
  const dataDir = makeDataDir()
  const portal = spawnPortal(dataDir)
  while (!processesOf(dataDir).some(({ what }) => what === 'database')) await sleep(1)
  process.kill(-portal.child.pid!, 'SIGTERM')
  expect(await processesLeft(dataDir, PATIENCE_MS)).toEqual([])
  expect(isDatabaseClosed(dataDir)).toBe(true)
  expect(await portal.ended).toBe(0)
})

test('a request that runs is answered, however often the group is told', async () => {
  const dataDir = usedDataDir()
  const portal = await startPortalProcess(dataDir)
  const { host, port, origin } = new URL(portal.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const [begin, end] = ['email=nobody@example.', 'com&password=12345678']
  const head = ['POST /login HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'Connection: close']
  const body = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${begin.length + end.length}`]
  socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n${begin}`)
  await sleep(300)
  for (let time = 0; time < 3; time++) {
    process.kill(-portal.child.pid!, 'SIGTERM')
    await sleep(200)
  }
  expect(answer).toBe('')
  socket.write(end)
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 (200|302|400|401) /)
  expect(await processesLeft(dataDir, PATIENCE_MS)).toEqual([])
  expect(await portal.ended).toBe(0)
})

function emptyDataDir(): string {
  return path.join(temporary, String(++folders))
}

/** A copy of the folder of a portal that was stopped in peace. */
function usedDataDir(): string {
  const dataDir = emptyDataDir()
  expect(spawnSync('cp', ['-a', used, dataDir]).status).toBe(0)
  return dataDir
}
