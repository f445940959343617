import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchServer } from './embedded-watch.server.ts'

const LOOK_MS = 1000

let folder: string
let reported: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-watch-'))
  reported = []
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Watches an unreachable server. `look` triggers one more check without waiting for it. */
function watch(restart: () => Promise<unknown>) {
  const connection = { host: path.join(folder, 'nowhere'), port: 5432, user: 'nobody' }
  const watching = watchServer(folder, connection, restart, (is) => void reported.push(is))
  return { ...watching, look: () => vi.advanceTimersByTime(LOOK_MS) }
}

test('lost files are reported once, and no server is started in their place', async () => {
  let starts = 0
  const { look, end } = watch(async () => void starts++)
  for (let looks = 0; looks < 3; looks++) {
    look()
    await new Promise(setImmediate)
  }
  await end()
  expect([reported, starts]).toEqual([['lost'], 0])
})

test('a server that fails to start is tried at every check, and each reason is reported once', async () => {
  writeFileSync(path.join(folder, 'PG_VERSION'), '18\n')
  const reasons = ['No room\nat ten', 'No room\nat eleven', 'No memory', null]
  let starts = 0
  const { look, end } = watch(async () => {
    const reason = reasons[starts++]
    if (reason) throw new Error(reason)
  })
  for (let looks = 1; looks <= reasons.length; looks++) {
    look()
    await expect.poll(() => starts).toBe(looks)
  }
  await end()
  expect(reported).toEqual(['gone', 'failing', 'failing', 'back'])
})
