import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** A tab whose document was loaded at `loadedAt` and lists some hosts, and that shows `at` by now. */
async function tab({ hosts = 'games.example', at = '/games/lamps', loadedAt = '/', type = 'navigate' } = {}) {
  vi.stubGlobal('document', { documentElement: { dataset: { gameHosts: hosts } } })
  vi.stubGlobal('location', { href: `https://site.example${at}` })
  const loaded = { type, name: `https://site.example${loadedAt}` } as unknown as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([loaded])
  return import('./listed-hosts.ts')
}

const SRC = 'https://new.example/lamps/'

test('a tab reloads for a game on a host that its document does not list', async () => {
  const { mustReload } = await tab()
  expect(mustReload(SRC)).toBe(true)
  expect(mustReload('https://games.example/lamps/')).toBe(false)
  expect(mustReload('https://games.example:8443/lamps/'), 'another port is another host').toBe(true)
  expect(mustReload('http://games.example/lamps/'), 'another scheme, too').toBe(true)
})

test('a tab never reloads twice for a page', async () => {
  const reloaded = await tab({ type: 'reload', loadedAt: '/games/lamps' })
  expect(reloaded.mustReload(SRC)).toBe(false)
})

test('a tab that was reloaded for another page reloads for this one', async () => {
  const { mustReload } = await tab({ type: 'reload', loadedAt: '/games/doors' })
  expect(mustReload(SRC)).toBe(true)
})

test('the part after # does not count', async () => {
  const { mustReload } = await tab({ type: 'reload', loadedAt: '/games/lamps', at: '/games/lamps#level-2' })
  expect(mustReload(SRC)).toBe(false)
})

test('a document without a list allows only games of this portal', async () => {
  const { mayFrame } = await tab({ hosts: '' })
  expect(mayFrame({ src: SRC, isSelfHosted: false })).toBe(false)
  expect(mayFrame({ src: '/play/lamps/', isSelfHosted: true })).toBe(true)
  expect(mayFrame(null)).toBe(true)
})

test('hosts with another scheme are listed with it', async () => {
  const { mayFrame } = await tab({ hosts: 'a.example http://127.0.0.1:1' })
  expect(mayFrame({ src: 'http://127.0.0.1:1/x/', isSelfHosted: false })).toBe(true)
})
