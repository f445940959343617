import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FeedRun } from '../runs/feed-run.ts'
import { PlanSummary } from './plan-summary.tsx'

test.each([
  [0, 'read 0 entries,'],
  [1, 'read 1 entry,'],
  [1234, 'read 1,234 entries,'],
])('a plan of %d entries names their number', (entries, text) => {
  const counts = { new: 0, changed: 0, relisted: 0, delisted: 0, rejected: 0, duplicates: 0, ruled: 0, unchanged: 0 }
  const run = { id: 1, provider: 'gamepix', counts, entries, isComplete: true } as FeedRun
  expect(renderToStaticMarkup(<PlanSummary run={run} undone={0} />)).toContain(text)
})
