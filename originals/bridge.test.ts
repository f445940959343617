import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const parent = { postMessage: () => {} }

beforeEach(() => {
  vi.stubGlobal('HTMLImageElement', class {})
  vi.stubGlobal('StorageEvent', Event)
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a page of a game in a frame of this name. */
async function openPage(name: string) {
  const page = Object.assign(new EventTarget(), {
    name,
    parent,
    location: { hash: '' },
    requestAnimationFrame: vi.fn(),
  })
  vi.stubGlobal('window', page)
  vi.resetModules()
  await import('./bridge.ts')
  return page as typeof page & Pick<Window, 'localStorage' | 'playhall'>
}

/** Opens the next page in the same frame. */
function follow(page: Awaited<ReturnType<typeof openPage>>, event = 'beforeunload') {
  page.dispatchEvent(new Event(event))
  return openPage(page.name)
}

const GIVEN = JSON.stringify({ playhall: 1, saved: { best: '1', sound: 'off' }, open: 'daily' })

test.each(['beforeunload', 'pagehide'])('a game that reloads itself gets what it saved before %s', async (event) => {
  const first = await openPage(GIVEN)
  first.localStorage.setItem('best', '2')
  first.localStorage.removeItem('sound')
  const second = await follow(first, event)
  expect([second.localStorage.getItem('best'), second.localStorage.getItem('sound')]).toEqual(['2', null])
  expect(second.playhall).toEqual({ open: 'daily' })
})

test('a game that reloads itself gets what another tab saved', async () => {
  const first = await openPage(GIVEN)
  const data = { playhall: 1, type: 'saved', saved: { best: '3' } }
  first.dispatchEvent(Object.assign(new Event('message'), { source: parent, data }))
  const second = await follow(first)
  expect(second.localStorage.getItem('best')).toBe('3')
})

test('a frame within a game keeps its name', async () => {
  const page = await openPage('level')
  page.localStorage.setItem('best', '2')
  expect((await follow(page)).name).toBe('level')
})
