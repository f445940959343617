import { expect, test } from 'vitest'
import { largestWork, largeWork } from './large-work.server.ts'

test('work that needs both slots waits for them and is not overtaken', async () => {
  const order: string[] = []
  const ends: Record<string, () => void> = {}
  const work = (name: string) => async () => {
    order.push(name)
    await new Promise<void>((end) => (ends[name] = end))
  }
  const all = [
    largeWork(work('first')),
    largeWork(work('second')),
    largestWork(work('largest')),
    largeWork(work('third')),
  ]
  await expect.poll(() => order).toEqual(['first', 'second'])
  ends.first!()
  await all[0]
  expect(order).toEqual(['first', 'second'])

  ends.second!()
  await all[1]
  await expect.poll(() => order).toEqual(['first', 'second', 'largest'])
  expect(largeWork.activeCount).toBe(2)
  ends.largest!()
  await all[2]
  await expect.poll(() => order).toEqual(['first', 'second', 'largest', 'third'])
  ends.third!()
  await all[3]
  expect([largeWork.activeCount, largeWork.pendingCount]).toEqual([0, 0])
})

test('failed work frees both slots', async () => {
  await expect(largestWork(() => Promise.reject(new Error('It failed')))).rejects.toThrow('It failed')
  await expect.poll(() => largeWork.activeCount).toBe(0)
})
