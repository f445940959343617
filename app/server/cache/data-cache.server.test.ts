import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropAllCached, dropCached, cached, cachedByKey } from './data-cache.server.ts'

let reads = 0
const read = async () => ++reads

beforeEach(() => {
  reads = 0
  vi.useFakeTimers()
})
afterEach(() => {
  dropAllCached()
  vi.useRealTimers()
})

test('data is read once however many ask, and again after a minute', async () => {
  expect(await Promise.all([1, 2, 3].map(() => cached('home', ['games'], read)))).toEqual([1, 1, 1])
  vi.advanceTimersByTime(59_999)
  expect(await cached('home', ['games'], read)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await cached('home', ['games'], read)).toBe(2)
})

test('a clock that is set back freezes nothing', async () => {
  await cached('home', ['games'], read)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(await cached('home', ['games'], read)).toBe(2)
})

test('a purge of one of its tags drops it, and no other', async () => {
  await cached('home', ['games', 'game:1'], read)
  await cached('posts', ['game:2'], read)
  dropCached(['game:1', 'game:3'])
  expect(await cached('home', ['games', 'game:1'], read)).toBe(3)
  expect(await cached('posts', ['game:2'], read)).toBe(2)
})

test('who asks after a purge does not get what was being read before it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const before = cached('home', ['games'], () => promise)
  dropCached(['games'])
  const after = cached('home', ['games'], async () => 'new')
  resolve('old')
  expect([await before, await after]).toEqual(['old', 'new'])
  expect(await cached('home', ['games'], async () => 'newer')).toBe('new')
})

test('a read that fails is not kept', async () => {
  await expect(cached('home', ['games'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cached('home', ['games'], read)).toBe(1)
})

test('of many keys of one name the last hundred are kept, until a tag is purged', async () => {
  const load = vi.fn(async () => ({}))
  const ask = (key: number) => cachedByKey('pages', String(key), ['games'], load)
  const first = await ask(0)
  expect(await ask(0)).toBe(first)
  for (let key = 1; key <= 100; key++) await ask(key)
  expect(load).toHaveBeenCalledTimes(101)
  await ask(100)
  expect(load).toHaveBeenCalledTimes(101)
  expect(await ask(0)).not.toBe(first)
  dropCached(['games'])
  await ask(100)
  expect(load).toHaveBeenCalledTimes(103)
})

test('what could not be loaded for a key is loaded for who asks next', async () => {
  const broken = cachedByKey('pages', 'one', ['games'], () => Promise.reject(new Error('gone')))
  await expect(broken).rejects.toThrow('gone')
  expect(await cachedByKey('pages', 'one', ['games'], async () => 'there')).toBe('there')
})
