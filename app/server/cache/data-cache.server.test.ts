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

test('concurrent callers share one read, which is repeated after a minute', async () => {
  expect(await Promise.all([1, 2, 3].map(() => cached('home', ['games'], read)))).toEqual([1, 1, 1])
  vi.advanceTimersByTime(59_999)
  expect(await cached('home', ['games'], read)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await cached('home', ['games'], read)).toBe(2)
})

test('setting the clock back does not extend the lifetime', async () => {
  await cached('home', ['games'], read)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(await cached('home', ['games'], read)).toBe(2)
})

test('a purge of any of its tags drops an entry, and no other', async () => {
  await cached('home', ['games', 'game:1'], read)
  await cached('posts', ['game:2'], read)
  dropCached(['game:1', 'game:3'])
  expect(await cached('home', ['games', 'game:1'], read)).toBe(3)
  expect(await cached('posts', ['game:2'], read)).toBe(2)
})

test('callers after a purge do not get a read that began before it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const before = cached('home', ['games'], () => promise)
  dropCached(['games'])
  const after = cached('home', ['games'], async () => 'new')
  resolve('old')
  expect([await before, await after]).toEqual(['old', 'new'])
  expect(await cached('home', ['games'], async () => 'newer')).toBe('new')
})

test('a failed read is not cached', async () => {
  await expect(cached('home', ['games'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cached('home', ['games'], read)).toBe(1)
})

test('the last hundred keys of a name are cached until a tag is purged', async () => {
  const load = vi.fn(async () => ({}))
  const readKey = (key: number) => cachedByKey('pages', String(key), ['games'], load)
  const first = await readKey(0)
  expect(await readKey(0)).toBe(first)
  for (let key = 1; key <= 100; key++) await readKey(key)
  expect(load).toHaveBeenCalledTimes(101)
  await readKey(100)
  expect(load).toHaveBeenCalledTimes(101)
  expect(await readKey(0)).not.toBe(first)
  dropCached(['games'])
  await readKey(100)
  expect(load).toHaveBeenCalledTimes(103)
})

test('a failed read for a key is repeated for the next caller', async () => {
  const broken = cachedByKey('pages', 'one', ['games'], () => Promise.reject(new Error('gone')))
  await expect(broken).rejects.toThrow('gone')
  expect(await cachedByKey('pages', 'one', ['games'], async () => 'there')).toBe('there')
})
