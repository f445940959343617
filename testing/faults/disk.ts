import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PortalProcess, runCommand } from '../portal/portal-process.ts'
import { createVisitor, expectRecovery } from './recovery.ts'
import { expectOneLine } from './one-line.ts'
import { newSignUp } from './players.ts'
import { openFailingDisk, openPortal, openSmallDisk, removeDataDir } from './portals.ts'
import { databaseOf } from '../portal/portal-database.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'
import { countLost, startWriting } from './writing.ts'

const HEAL_MS = 10_000
const NAMED_MS = 15_000
const MEGABYTE = 2 ** 20
/** Free space in MB when a first start begins, chosen so that it runs out at different points. */
const ROOM = [0, 0.02, 1, 12, 30, 45, 60]
const SKIPPED = 'this account may not mount a file system'

/** A disk that is full or fills up and later has free space again. */
export async function disk({ check }: Run): Promise<void> {
  await check('the disk fills before the first sign-in', 'sign-up works once there is free space', async (tally) => {
    const home = openSmallDisk(400)
    if (!home) return void (tally.skipped = SKIPPED)
    tally.rounds++
    const dataDir = path.join(home, 'data')
    const portal = await openPortal({ dataDir, settings: { AUTH_SECRET: '' } })
    const makeRoom = fill(home, 0)
    for (let times = 0; times < 3; times++) await signUp(portal)
    makeRoom()
    await expectSignUp(tally, portal)
    await portal.stop()
    await expectSecret(tally, dataDir)
  })

  await check(
    'a first start on a full disk',
    'one line; with free space it opens with a complete secret',
    async (tally) => {
      const home = openSmallDisk(400)
      if (!home) return void (tally.skipped = SKIPPED)
      for (const room of ROOM) {
        tally.rounds++
        const dataDir = path.join(home, `room-${room}`)
        mkdirSync(dataDir, { mode: 0o711 })
        const makeRoom = fill(home, room)
        const run = await runCommand([process.execPath, 'server.mjs'], portalWithoutSecret(dataDir), 15_000)
        // Killed at the time limit: there was just enough space.
        if (!run.signal) expectOneLine(tally, `with ${room} MB it`, run)
        makeRoom()
        await expectSecret(tally, dataDir)
        await removeDataDir(dataDir)
      }
    },
  )

  const target = `no writes lost; the portal keeps running and recovers within ${HEAL_MS / 1000} s of free space`
  await check('the disk fills up during many writes', target, async (tally) => {
    const home = openSmallDisk(400)
    if (!home) return void (tally.skipped = SKIPPED)
    const portal = await openPortal({ dataDir: path.join(home, 'data') })
    const visitor = await createVisitor(portal)
    for (; tally.rounds < 3; tally.rounds++) {
      const writing = await startWriting([portal])
      await sleep(200)
      const makeRoom = fill(home, 0)
      await sleep(5000)
      const cached = await sendRequest(portal.url, '/')
      if (cached.status !== 200) addFault(tally, `a cached page returns ${cached.status}`, [cached])
      makeRoom()
      if (!(await expectRecovery(tally, portal, visitor, HEAL_MS))) break
      await writing.stop()
      await countLost(tally, databaseOf(portal), writing)
    }
    await portal.stop()
  })

  const readOnlyTarget = `pages return 503, never 500; /readyz reports the disk within ${NAMED_MS / 1000} s`
  await check('the disk becomes read-only', readOnlyTarget, async (tally) => {
    const failing = openFailingDisk(500)
    if (!failing) return void (tally.skipped = SKIPPED)
    tally.rounds++
    const portal = await openPortal({ dataDir: path.join(failing.home, 'data') })
    failing.fail()
    const [failed, machineSpeed] = [performance.now(), watchMachineSpeed()]
    let ready = ''
    for (let asked = 0; !ready.includes('disk: cannot be written') && performance.now() - failed < HANG_MS; asked++) {
      const page = await sendRequest(portal.url, `/search?q=a${asked}`)
      if (![200, 503].includes(page.status)) addFault(tally, `${page.to} returns ${page.status}`, [page])
      // Without a forwarded address, since only this machine may read the details.
      ready = await (await fetch(`${portal.url}/readyz`)).text()
      await sleep(100)
    }
    if (!ready.includes('disk: cannot be written')) tally.faults.push(`/readyz reports ${ready.replaceAll('\n', '; ')}`)
    tally.ms.push(performance.now() - failed)
    expectWithin(tally, machineSpeed, '/readyz reports the disk', performance.now() - failed, NAMED_MS)
    await portal.stop()
  })

  await check('a command on a full disk', 'one line', async (tally) => {
    const home = openSmallDisk(400)
    if (!home) return void (tally.skipped = SKIPPED)
    tally.rounds++
    const dataDir = path.join(home, 'data')
    await (await openPortal({ dataDir })).stop()
    fill(home, 0)
    const command = [process.execPath, 'cli/portal.ts', 'operator', 'add', 'nobody@mail.example']
    expectOneLine(tally, 'operator add', await runCommand(command, { ...TEST_SETTINGS, DATA_DIR: dataDir }, HANG_MS))
  })
}

function portalWithoutSecret(dataDir: string): Record<string, string> {
  return { ...TEST_SETTINGS, AUTH_SECRET: '', DATA_DIR: dataDir, PORT: '0' }
}

/** Fills a disk up to `room` MB of free space; returns a function that frees the rest. */
function fill(home: string, room: number): () => void {
  const file = path.join(home, 'ballast')
  const handle = openSync(file, 'w')
  const { bavail, bsize } = statfsSync(home)
  const block = Buffer.alloc(MEGABYTE, 1)
  for (let left = bavail * bsize - room * MEGABYTE; left > 0; left -= MEGABYTE) {
    try {
      writeSync(handle, block, 0, Math.min(left, MEGABYTE))
    } catch {
      break // something else filled it first
    }
  }
  closeSync(handle)
  return () => rmSync(file, { force: true })
}

function signUp({ url }: PortalProcess) {
  return sendRequest(url, '/signup', { form: newSignUp() })
}

async function expectSignUp(tally: Tally, portal: PortalProcess): Promise<void> {
  const [started, machineSpeed] = [performance.now(), watchMachineSpeed()]
  for (;;) {
    const answer = await signUp(portal)
    const ms = performance.now() - started
    if (answer.status === 303) {
      tally.ms.push(ms)
      return expectWithin(tally, machineSpeed, 'sign-up works', ms, HEAL_MS)
    }
    if (ms > HANG_MS) return addFault(tally, `sign-up keeps returning ${answer.status}`, [answer])
    await sleep(500)
  }
}

/** Starts on the folder: it opens, players can sign up, and its secret is complete. */
async function expectSecret(tally: Tally, dataDir: string): Promise<void> {
  const portal = await openPortal({ dataDir, settings: { AUTH_SECRET: '' } })
  tally.ms.push(portal.startMs)
  await expectSignUp(tally, portal)
  await portal.stop()
  const secret = readFileSync(path.join(dataDir, 'auth-secret'), 'utf8').trim()
  if (secret.length < 32) tally.faults.push(`the secret has ${secret.length} characters`)
}
