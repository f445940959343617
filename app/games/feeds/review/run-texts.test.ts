import { expect, test } from 'vitest'
import type { FeedRunCounts } from '../../../db/schema/feeds.server.ts'
import { describeRun } from './run-texts.ts'

const NONE: FeedRunCounts = {
  new: 0, changed: 0, relisted: 0, delisted: 0, rejected: 0, duplicates: 0, ruled: 0, unchanged: 0,
} // prettier-ignore

test.each([
  [{ new: 2, unchanged: 3 }, '2 new'],
  [{ rejected: 2, unchanged: 1200 }, '1,200 unchanged and 2 rejected'],
  [{ unchanged: 1 }, '1 unchanged'],
  [{}, 'The feed is empty'],
])('an applied run with %j is described as %s', (counts, text) => {
  expect(describeRun({ state: 'applied', entries: 1, counts: { ...NONE, ...counts } })).toBe(text)
})
