import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue, freeSlot } from './fair-queue.server.ts'
import { gate } from './testing.server.ts'

const LIMITS = { slots: 4, perClient: 3, waitingPerClient: 10, waiting: 20, timeoutMs: 60_000 }
const EMPTY = { used: 0, waiting: 0, clients: 0 }

test('three hundred requests of one client hardly delay another client', async () => {
  const { run } = createFairQueue({ ...LIMITS, waitingPerClient: 300, waiting: 400 })
  const done: string[] = []
  const all = Array.from({ length: 300 }, () => run('mara', async () => void done.push('mara')))
  all.push(run('jo', async () => void done.push('jo')))
  await Promise.all(all)
  expect(done.indexOf('jo')).toBeLessThan(8)
  expect(done).toHaveLength(301)
})

test('requests run only in free slots, and one client cannot use all of them', async () => {
  const { run, size } = createFairQueue(LIMITS)
  const { opened, open } = gate()
  const mara = Array.from({ length: 5 }, () => run('mara', () => opened))
  expect(size()).toMatchObject({ used: 3, waiting: 2 })
  const others = ['jo', 'li'].map((client) => run(client, () => opened))
  expect(size()).toMatchObject({ used: 4, waiting: 3 })
  open()
  await Promise.all([...mara, ...others])
  expect(size()).toEqual(EMPTY)
})

test('too many waiting requests are refused, per client and in total', async () => {
  const { run, size } = createFairQueue(LIMITS)
  const { opened, open } = gate()
  const all = Array.from({ length: 13 }, () => run('mara', () => opened))
  await expect(run('mara', () => opened)).rejects.toMatchObject({ of: 'client' })
  for (let at = 0; at < 11; at++) all.push(run(`visitor ${at}`, () => opened))
  await expect(run('jo', () => opened)).rejects.toMatchObject({ of: 'queue' })
  open()
  await Promise.all(all)
  expect(size()).toEqual(EMPTY)
})

test('a request that waits too long is refused', async () => {
  const { run, size } = createFairQueue({ ...LIMITS, slots: 1, timeoutMs: 20 })
  const { opened, open } = gate()
  const first = run('mara', () => opened)
  await expect(run('jo', () => opened)).rejects.toMatchObject({ name: 'QueueFull', of: 'queue' })
  open()
  await first
  expect(size()).toEqual(EMPTY)
})

test('a request that freed its slot lets other clients run, but not its own', async () => {
  const { run, size } = createFairQueue({ ...LIMITS, slots: 1, perClient: 1 })
  const { opened, open } = gate()
  const slow = run('mara', async () => {
    freeSlot()
    freeSlot()
    await opened
  })
  let isServed = false
  const next = run('mara', async () => void (isServed = true))
  expect(await run('jo', async () => 'served')).toBe('served')
  await nextRound()
  expect(isServed).toBe(false)
  expect(size()).toEqual({ used: 0, waiting: 1, clients: 1 })
  open()
  await Promise.all([slow, next])
  expect(size()).toEqual(EMPTY)
})

test('other events are handled between requests that do not wait', async () => {
  const { run } = createFairQueue({ ...LIMITS, waitingPerClient: 50, waiting: 50 })
  let done = 0
  const all = Array.from({ length: 50 }, () => run('mara', async () => void done++))
  await nextRound()
  await nextRound()
  expect(done).toBeLessThan(10)
  await Promise.all(all)
})

test('failed work frees its slot', async () => {
  const { run, size } = createFairQueue(LIMITS)
  await expect(run('mara', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(size()).toEqual(EMPTY)
})

test('freeing a slot outside a queue does nothing', () => {
  expect(freeSlot).not.toThrow()
})
