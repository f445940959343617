import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { askAll, expectWell, type Visitor } from './healing.ts'
import { type Answer, ask } from './requests.ts'
import type { Tally } from './results.ts'

export const ANSWER_MS = 2000
export const HEAL_MS = 10_000
/** A page that the cache has: it needs no database. */
const CACHED = '/'

/** What a portal is to do while its database is silent for so many milliseconds, and after it. */
export async function expectOutage(
  tally: Tally,
  portal: PortalProcess,
  visitor: Visitor,
  { begin, end, lasts }: { begin: () => unknown; end: () => unknown; lasts: number },
): Promise<void> {
  tally.rounds++
  // Every connection of the pool is open when it begins.
  await Promise.all([ask(portal.url, CACHED), askAll(portal, visitor, ANSWER_MS * 4)])
  await begin()
  const until = performance.now() + lasts
  const answers: Answer[] = []
  let ready = 0
  do {
    const [cached, asked] = await Promise.all([ask(portal.url, CACHED), askAll(portal, visitor, ANSWER_MS * 4)])
    if (cached.status !== 200) tally.faults.push(`a cached page says ${cached.status}`)
    ready = asked.pop()!.status
    answers.push(...asked)
    await sleep(200)
  } while (performance.now() < until)
  await end()

  const hung = answers.filter(({ status }) => status === 0).length
  if (hung) tally.faults.push(`${hung} requests were not answered in ${(ANSWER_MS * 4) / 1000} s`)
  const slowest = answers.reduce((one, other) => (other.ms > one.ms ? other : one))
  if (!hung && slowest.ms > ANSWER_MS) tally.faults.push(`${slowest.to} took ${(slowest.ms / 1000).toFixed(2)} s`)
  for (const status of new Set(answers.map((answer) => answer.status))) {
    if (status !== 503 && status !== 0) tally.faults.push(`a page said ${status}`)
  }
  if (ready !== 503) tally.faults.push(`/readyz said ${ready}`)
  await expectWell(tally, portal, visitor, HEAL_MS)
}
