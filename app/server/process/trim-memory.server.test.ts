import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NODE_FLAGS } from '../../../cli/node-flags.mjs'
import { trimWhenIdle } from './trim-memory.server.ts'

const LOOK_MS = 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Runs the memory trimming with a fake clock. `spend` advances the clock with the event loop busy for a share of the
 * time, and returns the number of trims.
 */
function start(everyMs: number) {
  let [trims, now, utilization] = [0, 0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({ idle: 0, active: 0, utilization }))
  onTestFinished(trimWhenIdle({ lookMs: LOOK_MS, everyMs, trim: () => void trims++ }))
  const spend = (looks: number, share: number) => {
    utilization = share
    for (let look = 0; look < looks; look++) {
      now += LOOK_MS
      vi.advanceTimersByTime(LOOK_MS)
    }
    return trims
  }
  return spend
}

test('memory is trimmed once after each busy period, and never during one', () => {
  const spend = start(0)
  expect(spend(1, 0.05)).toBe(1)
  expect(spend(10, 0.5)).toBe(1)
  expect(spend(1, 0.05)).toBe(2)
  expect(spend(6, 0.05)).toBe(2)
})

test('busy periods in quick succession share one trim', () => {
  const spend = start(20 * LOOK_MS)
  expect(spend(1, 0)).toBe(1)
  for (let wave = 0; wave < 4; wave++) expect([spend(2, 1), spend(2, 0)]).toEqual([1, 1])
  expect(spend(3, 0)).toBe(1)
  expect(spend(1, 0)).toBe(2)
})

test('with the portal’s flags, V8 returns unused memory', () => {
  const program = `
    import { trimWhenIdle } from ${JSON.stringify(path.join(import.meta.dirname, 'trim-memory.server.ts'))}
    const megabytes = () => process.memoryUsage.rss() / 2 ** 20
    let objects = []
    for (let i = 0; i < 3e6; i++) objects.push({ i })
    objects = []
    const before = megabytes()
    const collect = globalThis.gc
    globalThis.gc = (options) => {
      collect(options)
      console.log(Math.round(before - megabytes()))
      process.exit()
    }
    trimWhenIdle({ lookMs: 50 })
    setTimeout(() => {}, 60_000)`
  const { stdout } = spawnSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(Number(stdout)).toBeGreaterThan(50)
})
