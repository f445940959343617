import type { Page } from '@playwright/test'

/** The layout shift of a page since it loaded. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const entries: (PerformanceEntry & { value: number })[] = []
    const keep = (found: PerformanceEntryList) => entries.push(...(found as typeof entries))
    const observer = new PerformanceObserver((list) => void keep(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // A layout shift is painted and reported within these frames.
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    keep(observer.takeRecords())
    return entries.reduce((sum, { value }) => sum + value, 0)
  })
}
