import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gate } from './http-testing.server.ts'
import { createTurns, NoTurn, outsideTurn } from './turns.server.ts'

const LIMITS = { atOnce: 4, readsOfOne: 3, writesOfOne: 1, waitingOfOne: 10, waiting: 20, patienceMs: 60_000 }
const read = (who: string) => ({ who, writes: false })
const write = (who: string) => ({ who, writes: true })

test('three hundred of one keep another waiting no longer than one would', async () => {
  const { inTurn } = createTurns({ ...LIMITS, waitingOfOne: 300, waiting: 400 })
  const done: string[] = []
  const all = Array.from({ length: 300 }, () => inTurn(read('mara'), async () => void done.push('mara')))
  all.push(inTurn(read('jo'), async () => void done.push('jo')))
  await Promise.all(all)
  expect(done.indexOf('jo')).toBeLessThan(8)
  expect(done).toHaveLength(301)
})

test('writes of one asker come one after the other, those of two at once', async () => {
  const { inTurn } = createTurns(LIMITS)
  const running = { mara: 0, jo: 0 }
  let most = 0
  const work = (who: 'mara' | 'jo') => async () => {
    running[who]++
    expect(running[who]).toBe(1)
    most = Math.max(most, running.mara + running.jo)
    await nextTurn()
    running[who]--
  }
  await Promise.all(
    Array.from({ length: 10 }, () => [inTurn(write('mara'), work('mara')), inTurn(write('jo'), work('jo'))]).flat(),
  )
  expect(most).toBe(2)
})

test('no more than the turns run at once, and one asker leaves some of them to others', async () => {
  const { inTurn, size } = createTurns(LIMITS)
  const { opened, open } = gate()
  const mara = Array.from({ length: 5 }, () => inTurn(read('mara'), () => opened))
  expect(size()).toMatchObject({ running: 3, waiting: 2 })
  const others = ['jo', 'li'].map((who) => inTurn(read(who), () => opened))
  expect(size()).toMatchObject({ running: 4, waiting: 3 })
  open()
  await Promise.all([...mara, ...others])
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('what is too much is refused at once: of one, and of all', async () => {
  const { inTurn, size } = createTurns(LIMITS)
  const { opened, open } = gate()
  const all = Array.from({ length: 13 }, () => inTurn(read('mara'), () => opened))
  await expect(inTurn(read('mara'), () => opened)).rejects.toMatchObject({ reason: 'own' })
  for (let at = 0; at < 11; at++) all.push(inTurn(read(`visitor ${at}`), () => opened))
  await expect(inTurn(read('jo'), () => opened)).rejects.toMatchObject({ reason: 'all' })
  open()
  await Promise.all(all)
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('who waits too long is told so', async () => {
  const { inTurn, size } = createTurns({ ...LIMITS, atOnce: 1, patienceMs: 20 })
  const { opened, open } = gate()
  const first = inTurn(read('mara'), () => opened)
  await expect(inTurn(read('jo'), () => opened)).rejects.toBeInstanceOf(NoTurn)
  open()
  await first
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('who waits for somebody else gives the turn back meanwhile, and goes on in a turn', async () => {
  const { inTurn, size } = createTurns({ ...LIMITS, atOnce: 1, writesOfOne: 2 })
  const { opened, open } = gate()
  const slow = inTurn(write('mara'), async () => {
    await Promise.all([outsideTurn(() => opened), outsideTurn(() => opened)])
    return size().running
  })
  expect(await inTurn(read('jo'), async () => 'served')).toBe('served')
  expect(size()).toMatchObject({ running: 0, lines: 1 })
  open()
  expect(await slow).toBe(1)
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('the share of who sends slowly stays taken', async () => {
  const { inTurn } = createTurns(LIMITS)
  const { opened, open } = gate()
  const slow = inTurn(write('mara'), () => outsideTurn(() => opened))
  let isServed = false
  const next = inTurn(write('mara'), async () => void (isServed = true))
  await inTurn(write('jo'), async () => {})
  expect(isServed).toBe(false)
  open()
  await Promise.all([slow, next])
})

test('work that fails gives its turn back, and so does a part that goes on after the answer', async () => {
  const { inTurn, size } = createTurns(LIMITS)
  const { opened, open } = gate()
  let rest = Promise.resolve()
  await expect(
    inTurn(read('mara'), async () => {
      rest = outsideTurn(() => opened)
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  open()
  await rest
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('work that ends while a part of it waits to come back leaves no line behind', async () => {
  const { inTurn, size } = createTurns({ ...LIMITS, atOnce: 1 })
  const [away, other] = [gate(), gate()]
  let rest = Promise.resolve()
  const { opened: begun, open: begin } = gate()
  const failed = inTurn(read('mara'), async () => {
    rest = outsideTurn(() => away.opened)
    begin()
    await other.opened
    throw new Error('given up')
  }).catch(() => {})
  await begun
  const held = gate()
  const holding = inTurn(read('jo'), () => held.opened)
  away.open()
  other.open()
  await nextTurn()
  held.open()
  await Promise.all([failed, holding, rest])
  expect(size()).toEqual({ running: 0, waiting: 0, lines: 0 })
})

test('outside of any turn nothing changes', async () => {
  expect(await outsideTurn(async () => 1)).toBe(1)
})
