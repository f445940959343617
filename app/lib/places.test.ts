import { expect, test } from 'vitest'
import { Places } from './places.ts'

test('work that needs all places waits for them, and nobody overtakes it', async () => {
  const places = new Places(2)
  const order: string[] = []
  const ends: Record<string, () => void> = {}
  const begin = (name: string, needed?: number) =>
    places.use(async () => {
      order.push(name)
      await new Promise<void>((end) => (ends[name] = end))
    }, needed)

  const all = [begin('first'), begin('second'), begin('whole', 2), begin('third')]
  expect(order).toEqual(['first', 'second'])
  ends.first!()
  await all[0]
  expect([order, places.running, places.waiting]).toEqual([['first', 'second'], 1, 2])

  ends.second!()
  await all[1]
  expect([order, places.running]).toEqual([['first', 'second', 'whole'], 2])
  ends.whole!()
  await all[2]
  expect(order).toEqual(['first', 'second', 'whole', 'third'])
  ends.third!()
  await all[3]
  expect([places.running, places.waiting]).toEqual([0, 0])
})

test('work that fails leaves its places', async () => {
  const places = new Places(2)
  await expect(places.use(() => Promise.reject(new Error('It failed')), 2)).rejects.toThrow('It failed')
  expect(places.running).toBe(0)
})
