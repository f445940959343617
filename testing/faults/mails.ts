import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../portal/portal-process.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import { createPlayers, newSignUp } from './players.ts'
import { newDataDir, onLeaving, openPortal } from './portals.ts'
import { databaseOf, query } from '../portal/portal-database.ts'
import { waitFor } from '../portal/processes.ts'
import { ask } from './requests.ts'
import { watchPace } from '../portal/pace.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

/** A mail that a killed node was sending is sent by another node after a period of silence. */
const COME_MS = 180_000
const SIGN_UPS = 6
const RESETS = 6
type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** Every promised mail arrives, whatever happens to the node that promised it. */
export async function mails({ check }: Run): Promise<void> {
  const mailbox = await startMailbox()
  onLeaving(mailbox.close)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' }
  const dataDir = newDataDir()
  const open = () => openPortal({ dataDir, settings })
  let portal = await open()

  /** Ends the node right after it promised mails and restarts it, several times; then waits for the mails. */
  async function endOften(tally: Tally, rounds: number, end: () => Promise<unknown>): Promise<void> {
    const all = new Set<string>()
    for (; tally.rounds < rounds; tally.rounds++) {
      const promised = await promise(portal)
      const ended = end()
      await promised.stop()
      await ended
      portal = await open()
      for (const address of promised.addresses) all.add(address)
      tally.acknowledged += promised.addresses.size
      tally.lost += await countForgotten(portal, mailbox, promised.addresses)
    }
    await expectMails(tally, mailbox, all)
  }

  const soon = `within ${COME_MS / 60_000} min`
  const sent = `each mail comes ${soon}`
  await check('kill -9 of the node that promised mails', sent, async (tally) => {
    await endOften(tally, 10, () => portal.kill())
    tally.faults = tally.faults.filter((fault) => fault !== DOUBLED)
  })
  await check('a clean stop of the node that promised mails', `each mail comes ${soon}, none twice`, async (tally) => {
    await endOften(tally, 5, () => portal.stop())
  })
}

/**
 * Signs up and requests new passwords until some of each are acknowledged; returns their addresses, which may still
 * grow.
 */
async function promise(portal: PortalProcess) {
  const addresses = new Set<string>()
  const players = await createPlayers(databaseOf(portal), RESETS)
  let isOver = false
  const signUps = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const form = newSignUp()
      const { status, text } = await ask(portal.url, '/signup', { form })
      if (status === 200 && text.includes('Check your email')) addresses.add(form.email)
      else await sleep(50)
    }
  })
  const resets = players.map(async ({ email }) => {
    const { status, text } = await ask(portal.url, '/forgot-password', { form: { email } })
    if (status === 200 && text.includes('Check your email')) addresses.add(email)
  })
  const enough = await waitFor(() => addresses.size >= SIGN_UPS + RESETS, HANG_MS)
  if (enough === null) throw new Error(`Only ${addresses.size} sign-ups and resets were acknowledged`)
  return {
    addresses,
    async stop() {
      isOver = true
      await Promise.all([...signUps, ...resets])
    },
  }
}

/** How many addresses were promised a mail that has neither arrived nor is queued. */
async function countForgotten(portal: PortalProcess, mailbox: Mailbox, addresses: Set<string>): Promise<number> {
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
  const pace = watchPace()
  const ms = await waitFor(() => counts().every((count) => count > 0), COME_MS + HANG_MS)
  if (ms !== null) tally.ms.push(ms)
  if (ms !== null) expectWithin(tally, pace, 'the last mail comes', ms, COME_MS)
  else addFault(tally, `${counts().filter((count) => count === 0).length} mails do not come`)
  // A duplicate would follow soon.
  await sleep(AGAIN_MS)
  if (counts().some((count) => count > 1)) tally.faults.push(DOUBLED)
}

const AGAIN_MS = 3000
const DOUBLED = 'a mail came twice'
