/**
 * Returns the address of the next page of a feed whose parameter `page` numbers the pages. Returns null after an empty
 * page, or after one with fewer entries than the parameter called `size` requests.
 */
export function nextNumberedPage(page: URL, entries: number, size?: string): URL | null {
  const number = page.searchParams.get('page') ?? ''
  const full = Number(size && page.searchParams.get(size)) || 1
  if (!/^\d{1,9}$/.test(number) || entries < full) return null
  const next = new URL(page)
  next.searchParams.set('page', String(Number(number) + 1))
  return next
}
