import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import { createPlayers, newSignUp } from './players.ts'
import { newDataDir, onCleanUp, openPortal } from './portals.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { waitFor } from '../portal/processes.ts'
import { sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

/** Another node sends the mail of a killed node after a period of silence. */
const ARRIVAL_MS = 180_000
const SIGN_UPS = 6
const RESETS = 6
type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** Every acknowledged mail arrives, whatever happens to the node that queued it. */
export async function mails({ check }: Run): Promise<void> {
  const mailbox = await startMailbox()
  onCleanUp(mailbox.close)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' }
  const dataDir = newDataDir()
  const open = () => openPortal({ dataDir, settings })
  let portal = await open()

  /** Repeatedly ends the node right after it queued mails and restarts it, then waits for the mails. */
  async function endRepeatedly(tally: Tally, rounds: number, end: () => Promise<unknown>): Promise<void> {
    const all = new Set<string>()
    for (; tally.rounds < rounds; tally.rounds++) {
      const promised = await requestMails(portal)
      const ended = end()
      await promised.stop()
      await ended
      portal = await open()
      for (const address of promised.addresses) all.add(address)
      tally.acknowledged += promised.addresses.size
      tally.lost += await countMissing(portal, mailbox, promised.addresses)
    }
    await expectMails(tally, mailbox, all)
  }

  const soon = `within ${ARRIVAL_MS / 60_000} min`
  const sent = `each mail arrives ${soon}`
  await check('kill -9 of the node that queued mails', sent, async (tally) => {
    await endRepeatedly(tally, 10, () => portal.kill())
    tally.faults = tally.faults.filter((fault) => fault !== DUPLICATE_MS)
  })
  await check('a clean stop of the node that queued mails', `each mail arrives ${soon}, none twice`, async (tally) => {
    await endRepeatedly(tally, 5, () => portal.stop())
  })
}

/**
 * Signs up and requests new passwords until some of each are acknowledged; returns their addresses, which may still
 * grow.
 */
async function requestMails(portal: PortalProcess) {
  const addresses = new Set<string>()
  const players = await createPlayers(databaseOf(portal), RESETS)
  let isStopped = false
  const signUps = Array.from({ length: 3 }, async () => {
    while (!isStopped) {
      const form = newSignUp()
      const { status, text } = await sendRequest(portal.url, '/signup', { form })
      if (status === 200 && text.includes('Check your email')) addresses.add(form.email)
      else await sleep(50)
    }
  })
  const resets = players.map(async ({ email }) => {
    const { status, text } = await sendRequest(portal.url, '/forgot-password', { form: { email } })
    if (status === 200 && text.includes('Check your email')) addresses.add(email)
  })
  const enough = await waitFor(() => addresses.size >= SIGN_UPS + RESETS, HANG_MS)
  if (enough === null) throw new Error(`Only ${addresses.size} sign-ups and resets were acknowledged`)
  return {
    addresses,
    async stop() {
      isStopped = true
      await Promise.all([...signUps, ...resets])
    },
  }
}

/** Counts the addresses whose acknowledged mail has neither arrived nor is queued. */
async function countMissing(portal: PortalProcess, mailbox: Mailbox, addresses: Set<string>): Promise<number> {
  // In this order, because a mail may move from the queue to the mailbox in between.
  const rows = await query<{ to: string }>(databaseOf(portal), `select data ->> 'to' as to from jobs.job`)
  const known = new Set([...rows, ...mailbox.mails].map(({ to }) => to))
  return [...addresses].filter((address) => !known.has(address)).length
}

async function expectMails(tally: Tally, mailbox: Mailbox, addresses: Set<string>): Promise<void> {
  const counts = () => {
    const counted = new Map([...addresses].map((address) => [address, 0]))
    for (const { to } of mailbox.mails) if (counted.has(to)) counted.set(to, counted.get(to)! + 1)
    return [...counted.values()]
  }
  const machineSpeed = watchMachineSpeed()
  const ms = await waitFor(() => counts().every((count) => count > 0), ARRIVAL_MS + HANG_MS)
  if (ms !== null) tally.ms.push(ms)
  if (ms !== null) expectWithin(tally, machineSpeed, 'the last mail arrived', ms, ARRIVAL_MS)
  else addFault(tally, `${counts().filter((count) => count === 0).length} mails did not arrive`)
  // A duplicate would follow soon.
  await sleep(RETRY_MS)
  if (counts().some((count) => count > 1)) tally.faults.push(DUPLICATE_MS)
}

const RETRY_MS = 3000
const DUPLICATE_MS = 'a mail arrived twice'
