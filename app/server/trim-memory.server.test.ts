import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NODE_FLAGS } from '../../cli/node-flags.mjs'
import { trimWhenIdle } from './trim-memory.server.ts'

const LOOK_MS = 50

test('memory is trimmed once after each busy time, and never within one', async () => {
  let trims = 0
  onTestFinished(trimWhenIdle(LOOK_MS, () => trims++))
  await vi.waitFor(() => expect(trims).toBe(1))

  await work(10 * LOOK_MS)
  expect(trims).toBe(1)
  await vi.waitFor(() => expect(trims).toBe(2))
  await sleep(6 * LOOK_MS)
  expect(trims).toBe(2)
})

test('with the flags of the portal, V8 gives back the pages that it kept', () => {
  const program = `
    import { trimWhenIdle } from ${JSON.stringify(path.join(import.meta.dirname, 'trim-memory.server.ts'))}
    let kept = []
    for (let i = 0; i < 3e6; i++) kept.push({ i })
    kept = []
    const before = process.memoryUsage().rss
    trimWhenIdle(${LOOK_MS})
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
