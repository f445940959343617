import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue, freeSlot } from './fair-queue.server.ts'
import { gate } from './testing.server.ts'

const LIMITS = { slots: 4, perClient: 3, waitingPerClient: 10, waiting: 20, patienceMs: 60_000 }
const EMPTY = { used: 0, waiting: 0, clients: 0 }

test('three hundred requests from one client delay another no longer than one would', async () => {
  const { run } = createFairQueue({ ...LIMITS, waitingPerClient: 300, waiting: 400 })
  const done: string[] = []
  const all = Array.from({ length: 300 }, () => run('mara', async () => void done.push('mara')))
  all.push(run('jo', async () => void done.push('jo')))
  await Promise.all(all)
  expect(done.indexOf('jo')).toBeLessThan(8)
  expect(done).toHaveLength(301)
})

test('no more requests run than there are slots, and one client leaves some of them to others', async () => {
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

test('too many waiting requests are refused at once, of one client and of all', async () => {
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
  const { run, size } = createFairQueue({ ...LIMITS, slots: 1, patienceMs: 20 })
  const { opened, open } = gate()
  const first = run('mara', () => opened)
  await expect(run('jo', () => opened)).rejects.toMatchObject({ name: 'QueueFull', of: 'queue' })
  open()
  await first
  expect(size()).toEqual(EMPTY)
})

test('a request without its slot lets others run, but not more of its own client', async () => {
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

test('other events are handled between requests that wait for nothing', async () => {
  const { run } = createFairQueue({ ...LIMITS, waitingPerClient: 50, waiting: 50 })
  let done = 0
  const all = Array.from({ length: 50 }, () => run('mara', async () => void done++))
  await nextRound()
  await nextRound()
  expect(done).toBeLessThan(10)
  await Promise.all(all)
})

test('work that fails frees its slot', async () => {
  const { run, size } = createFairQueue(LIMITS)
  await expect(run('mara', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(size()).toEqual(EMPTY)
})

test('outside of a queue there is no slot to free', () => {
  expect(freeSlot).not.toThrow()
})
