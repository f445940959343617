import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '../tests/portal-process.ts'
import { startMailbox } from '../tests/mailbox.ts'
import { createPlayers, newSignUp } from './players.ts'
import { databaseOf, newDataDir, onLeaving, openPortal } from './portals.ts'
import { waitFor } from './processes.ts'
import { ask } from './requests.ts'
import type { Run, Tally } from './results.ts'

const PATIENCE_MS = 30_000
const SIGN_UPS = 6
const RESETS = 6
type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** Mails that were promised to somebody: each comes, whatever happens to the node that promised it. */
export async function mails({ short, check }: Run): Promise<void> {
  const mailbox = await startMailbox()
  onLeaving(mailbox.close)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' }
  const dataDir = newDataDir()
  const open = () => openPortal({ dataDir, settings })
  let portal = await open()
  const target = `each has its mail within ${PATIENCE_MS / 1000} s`

  await check('kill -9 of the node that promised mails', target, async (tally) => {
    for (; tally.rounds < (short ? 1 : 10); tally.rounds++) {
      const promised = await promise(portal)
      await portal.kill()
      await promised.stop()
      portal = await open()
      await expectMails(tally, mailbox, promised.addresses)
    }
    tally.faults = tally.faults.filter((fault) => fault !== DOUBLED)
  })

  if (short) return
  await check('a clean stop of the node that promised mails', `${target}, none twice`, async (tally) => {
    for (; tally.rounds < 5; tally.rounds++) {
      const promised = await promise(portal)
      const stopped = portal.stop()
      await promised.stop()
      await stopped
      portal = await open()
      await expectMails(tally, mailbox, promised.addresses)
    }
  })
}

/** Signs up and asks for new passwords until some of each are acknowledged; gives their addresses, which may still grow. */
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
  const enough = await waitFor(() => addresses.size >= SIGN_UPS + RESETS, PATIENCE_MS)
  if (enough === null) throw new Error(`Only ${addresses.size} sign-ups and resets were acknowledged`)
  return {
    addresses,
    async stop() {
      isOver = true
      await Promise.all([...signUps, ...resets])
    },
  }
}

async function expectMails(tally: Tally, mailbox: Mailbox, addresses: Set<string>): Promise<void> {
  const counts = () => {
    const counted = new Map([...addresses].map((address) => [address, 0]))
    for (const { to } of mailbox.mails) if (counted.has(to)) counted.set(to, counted.get(to)! + 1)
    return [...counted.values()]
  }
  const ms = await waitFor(() => counts().every((count) => count > 0), PATIENCE_MS)
  if (ms !== null) tally.ms.push(ms)
  // What is sent twice comes soon after.
  await sleep(2500)
  tally.acknowledged += addresses.size
  tally.lost += counts().filter((count) => count === 0).length
  if (counts().some((count) => count > 1)) tally.faults.push(DOUBLED)
}

const DOUBLED = 'a mail came twice'
