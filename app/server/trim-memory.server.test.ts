import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NODE_FLAGS } from '../../cli/node-flags.mjs'
import { trimWhenIdle } from './trim-memory.server.ts'

const LOOK_MS = 50

test('memory is trimmed once after each busy time, and never within one', async () => {
  let trims = 0
  onTestFinished(trimWhenIdle({ lookMs: LOOK_MS, everyMs: 0, trim: () => trims++ }))
  await vi.waitFor(() => expect(trims).toBe(1))

  await work(10 * LOOK_MS)
  expect(trims).toBe(1)
  await vi.waitFor(() => expect(trims).toBe(2))
  await sleep(6 * LOOK_MS)
  expect(trims).toBe(2)
})

test('busy times in quick succession are trimmed after once', async () => {
  const at: number[] = []
  const everyMs = 20 * LOOK_MS
  onTestFinished(trimWhenIdle({ lookMs: LOOK_MS, everyMs, trim: () => at.push(performance.now()) }))
  await vi.waitFor(() => expect(at).toHaveLength(1))

  await work(4 * LOOK_MS)
  await vi.waitFor(() => expect(at).toHaveLength(2), { timeout: 5000 })
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(everyMs)
})

test('with the flags of the portal, V8 gives back the pages that it kept', () => {
  const program = `
    import { trimWhenIdle } from ${JSON.stringify(path.join(import.meta.dirname, 'trim-memory.server.ts'))}
    let kept = []
    for (let i = 0; i < 3e6; i++) kept.push({ i })
    kept = []
    const before = process.memoryUsage().rss
    trimWhenIdle({ lookMs: ${LOOK_MS} })
    setTimeout(() => console.log(Math.round((before - process.memoryUsage().rss) / 2 ** 20)), ${10 * LOOK_MS})`
  const { stdout } = spawnSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(Number(stdout)).toBeGreaterThan(50)
})

/** Keeps the event loop busy, with room for its timers. */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(0))
    for (const stop = performance.now() + 10; performance.now() < stop;);
}
