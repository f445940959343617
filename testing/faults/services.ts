import sharp from 'sharp'
import { startIssuer } from '../fixtures/issuer.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import type { PortalProcess } from '../portal/portal-process.ts'
import { settingsOf, startS3Server } from '../fixtures/s3-server.ts'
import { createVisitor, expectRecovery, type Visitor } from './recovery.ts'
import { newSignUp } from './players.ts'
import { onCleanUp, openPortal } from './portals.ts'
import { sendRequest } from './requests.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { addFault, expectWithin, HANG_MS, type Run, type Tally } from './results.ts'

const ANSWER_MS = 10_000
const MAIL_MS = 60_000

/** While an external service is down, its feature reports it and everything else works; later it recovers. */
export async function services({ check }: Run): Promise<void> {
  const [mailbox, s3, issuer] = await Promise.all([startMailbox(), startS3Server(), startIssuer('the-client')])
  onCleanUp(() => Promise.all([mailbox.close(), s3.close(), issuer.stop()]))
  const portal = await openPortal({
    settings: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Playhall <hall@playhall.example>',
      ...settingsOf(s3),
      GOOGLE_CLIENT_ID: 'the-client',
      GOOGLE_CLIENT_SECRET: 'the-secret',
      GOOGLE_ISSUER: issuer.url,
    },
  })
  const visitor = await createVisitor(portal)
  const target = `a message within ${ANSWER_MS / 1000} s; everything else works; recovers`

  await check('the identity provider is down', target, async (tally) => {
    tally.rounds++
    await issuer.goOffline()
    const machineSpeed = watchMachineSpeed()
    const answer = await sendRequest(portal.url, '/login/google', { form: { next: '/' } })
    const { status, ms, headers } = answer
    tally.ms.push(ms)
    expectWithin(tally, machineSpeed, 'sign-in with Google reports it', ms, ANSWER_MS)
    if (status !== 303 || !String(headers.location).startsWith('/login?failed=google'))
      addFault(tally, `sign-in with Google returns ${status}`, [answer])
    await expectUnaffected(tally, portal, visitor)
    await issuer.goOnline()
    const again = await sendRequest(portal.url, '/login/google', { form: { next: '/' } })
    if (again.status !== 200) addFault(tally, `sign-in with Google returns ${again.status} after the outage`, [again])
  })

  await check('the picture storage fails', target, async (tally) => {
    tally.rounds++
    s3.failWith(500)
    const machineSpeed = watchMachineSpeed()
    const answer = await upload(portal, visitor)
    const { status, ms, text } = answer
    tally.ms.push(ms)
    expectWithin(tally, machineSpeed, 'an upload reports it', ms, ANSWER_MS)
    if (status !== 503 || !/"message":"[A-Z]/.test(text)) addFault(tally, `an upload returns ${status}`, [answer])
    await expectUnaffected(tally, portal, visitor)
    s3.failWith(0)
    const again = await upload(portal, visitor)
    if (again.status !== 200) addFault(tally, `an upload returns ${again.status} after the outage`, [again])
  })

  await check(
    'the mail server is down',
    `sign-up works, its mail arrives within ${MAIL_MS / 1000} s`,
    async (tally) => {
      tally.rounds++
      await mailbox.goOffline()
      const form = newSignUp()
      const signedUp = await sendRequest(portal.url, '/signup', { form })
      tally.ms.push(signedUp.ms)
      if (signedUp.status !== 200) addFault(tally, `sign-up returns ${signedUp.status}`, [signedUp])
      await expectUnaffected(tally, portal, visitor)
      const came = mailbox.next(form.email)
      const [back, machineSpeed] = [performance.now(), watchMachineSpeed()]
      await mailbox.goOnline()
      const late = new Promise<null>((resolve) => setTimeout(resolve, MAIL_MS + HANG_MS, null))
      if (await Promise.race([came, late]))
        expectWithin(tally, machineSpeed, 'the mail arrived', performance.now() - back, MAIL_MS)
      else addFault(tally, 'the mail did not arrive')
    },
  )
  await portal.stop()
}

async function expectUnaffected(tally: Tally, portal: PortalProcess, visitor: Visitor): Promise<void> {
  const others = { ...tally, ms: [], faults: [] as string[] }
  await expectRecovery(others, portal, visitor, ANSWER_MS)
  tally.faults.push(...others.faults)
}

/** Uploads a new profile picture. */
export async function upload({ url }: PortalProcess, { player }: Visitor) {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('picture', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
  return sendRequest(url, '/account/avatar', { cookie: player.cookie, body, accept: 'application/json' })
}
