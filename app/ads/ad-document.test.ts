import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A tab whose document was rendered for the page at `pathname`, with an ad slot or without. */
async function tab(pathname: string, { hasSlot }: { hasSlot: boolean }) {
  vi.stubGlobal('document', { querySelector: () => (hasSlot ? {} : null) })
  vi.stubGlobal('location', { pathname })
  return import('./ad-document.ts')
}

test('a document with ads loads a new document for sign-in pages and private pages only', async () => {
  const { allowsAds, needsNewDocument } = await tab('/games/lamps', { hasSlot: true })
  expect(allowsAds).toBe(true)
  expect(['/login?next=%2Fgames%2Flamps', '/account', '/wishlist', '/admin/games'].filter(needsNewDocument)).toEqual([
    '/login?next=%2Fgames%2Flamps',
    '/account',
    '/wishlist',
    '/admin/games',
  ])
  expect(['/', '/games/doors', '/community/new', '/players/login'].filter(needsNewDocument)).toEqual([])
})

test('a document without ads remains on private pages, too', async () => {
  const { allowsAds, needsNewDocument } = await tab('/terms', { hasSlot: false })
  expect([allowsAds, needsNewDocument('/login')]).toEqual([false, false])
})

test('the preview of the home page, a private page with a slot, never runs the network or reloads itself', async () => {
  const { allowsAds, needsNewDocument } = await tab('/admin/home-page/preview', { hasSlot: true })
  expect([allowsAds, needsNewDocument('/admin/home-page/preview')]).toEqual([false, false])
})
