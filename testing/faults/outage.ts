import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { requestAll, expectRecovery, type Visitor } from './recovery.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { type Answer, sendRequest } from './requests.ts'
import { addFault, expectWithin, type Tally } from './results.ts'

export const ANSWER_MS = 2000
export const HEAL_MS = 10_000
/** A cached page, which needs no database. */
const CACHED = '/'
/** The last post of a first start: once it exists, no more pages are purged. */
const FILLED = '/blog/playing-by-keyboard-and-touch'

/** Checks a portal while its database is silent for `lasts` ms, and afterwards. */
export async function expectOutage(
  tally: Tally,
  portal: PortalProcess,
  visitor: Visitor,
  { begin, end, lasts }: { begin: () => unknown; end: () => unknown; lasts: number },
): Promise<void> {
  tally.rounds++
  while ((await sendRequest(portal.url, FILLED)).status !== 200) await sleep(100)
  // Opens every connection of the pool before the outage.
  await Promise.all([sendRequest(portal.url, CACHED), requestAll(portal, visitor)])
  const machineSpeed = watchMachineSpeed()
  await begin()
  const until = performance.now() + lasts
  const answers: Answer[] = []
  let ready: Answer
  do {
    const [cached, asked] = await Promise.all([sendRequest(portal.url, CACHED), requestAll(portal, visitor)])
    if (cached.status !== 200) addFault(tally, `a cached page returns ${cached.status}`, [cached])
    ready = asked.pop()!
    answers.push(...asked)
    await sleep(200)
  } while (performance.now() < until)
  await end()

  const hung = answers.filter(({ status }) => status === 0)
  if (hung.length) addFault(tally, `${hung.length} requests got no response`, hung)
  const slowest = answers.reduce((one, other) => (other.ms > one.ms ? other : one))
  if (!hung.length) expectWithin(tally, machineSpeed, `${slowest.to} responded`, slowest.ms, ANSWER_MS)
  for (const answer of answers) {
    if (answer.status !== 503 && answer.status !== 0) addFault(tally, `a page returned ${answer.status}`, [answer])
  }
  if (ready.status !== 503) addFault(tally, `/readyz returned ${ready.status}`, [ready])
  await expectRecovery(tally, portal, visitor, HEAL_MS)
}
