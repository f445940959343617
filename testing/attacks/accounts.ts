import { startOutsideServices } from '../fixtures/outside-services.ts'
import type { Attack } from './attack.ts'
import { listNexts, staysHere } from './redirects.ts'
import { waitFor } from '../portal/processes.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, sendRequest, sendForm, forEachParallel, nextAddress, waitUntilStable } from './send.ts'
import { sessionOf, signUpForm, startTarget, type Target } from './target.ts'

const MAILS = 5
/** How long the mail queue is watched. */
const QUEUE_MS = 3000
/** This only ends a hang. */
const MAIL_MS = 120_000
const QUERIES = [
  '', '?code=x', '?code=x&state=y', '?state=%00', '?error=access_denied', '?error=%3Cscript%3E', '?code[]=1&state[]=2', `?state=${'a'.repeat(8000)}`,
] // prettier-ignore

type Services = Awaited<ReturnType<typeof startOutsideServices>>

/** Sign-up and sign-in on a second portal with a mail server and Google, both simulated here. */
export async function accounts(attack: Attack): Promise<void> {
  const services = await startOutsideServices()
  try {
    const on = await startTarget(services.settings)
    try {
      await attackMails(attack, on, services)
      await attackGoogle(attack, on, services)
    } finally {
      await on.own?.stop()
    }
  } finally {
    await services.stop()
  }
}

async function attackMails({ check, short }: Attack, on: Target, { mailbox }: Services): Promise<void> {
  const known = newName()
  const signUp = (name: string, username = name) =>
    sendForm(on.url, {
      path: '/signup',
      form: signUpForm({ username, email: `${name}@mail.example`, password: `secret of ${name}` }),
    })
  await check('repeated sign-ups with a known and an unknown address', 'answered alike', async (tally) => {
    count(tally, await signUp(known))
    const unknown = newName()
    const [knownFirst, unknownFirst] = [await signUp(known, newName()), await signUp(unknown, newName())]
    // Again with the same names.
    const again = newName()
    const [k1, k2] = [await signUp(known, again), await signUp(known, again)]
    const other = newName()
    const [u1, u2] = [await signUp(newName(), other), await signUp(unknown, newName())]
    count(tally, knownFirst, unknownFirst, k1, k2, u1, u2)
    const fresh = newName()
    const [f1, f2] = [await signUp(fresh), await signUp(fresh)]
    count(tally, f1, f2)
    expect(tally, visibleParts(knownFirst) === visibleParts(unknownFirst), 'the response reveals a known address')
    expect(tally, visibleParts(k1) === visibleParts(f1) && visibleParts(k2) === visibleParts(f2), `the second response reveals a known address: ${k2.status}, an unknown one ${f2.status}`)
  }, { on }) // prettier-ignore
  // Mails arrive with a delay.
  if (short) return
  await check('12 password resets from 12 addresses', `at most ${MAILS} mails to one mailbox, all responses alike`, async (tally) => {
    const email = `${known}@mail.example`
    const mailsTo = () => mailbox.mails.filter(({ to }) => to === email).length
    const linkOf = () => mailbox.mails.find((mail) => mail.to === email && mail.link?.includes('/verify-email'))?.link
    await waitFor(() => linkOf() !== undefined, MAIL_MS)
    await waitUntilStable(mailsTo, QUEUE_MS)
    const token = new URL(linkOf() ?? on.url).searchParams.get('token') ?? ''
    count(tally, await sendForm(on.url, { path: '/verify-email', form: { token } }))
    const before = mailsTo()
    const answers: Answer[] = []
    await forEachParallel(Array(12).keys(), 3, async () => {
      answers.push(await sendForm(on.url, { path: '/forgot-password', form: { email } }))
    })
    count(tally, ...answers)
    await waitFor(() => mailsTo() > before, MAIL_MS)
    await waitUntilStable(mailsTo, QUEUE_MS)
    const came = mailsTo() - before
    expect(tally, came > 0 && came <= MAILS, `${came} came`)
    expect(tally, new Set(answers.map(visibleParts)).size === 1, 'the responses differ')
  }, { on }) // prettier-ignore
}

async function attackGoogle({ check, short }: Attack, on: Target, { issuer }: Services): Promise<void> {
  const name = newName()
  issuer.state.identity = { sub: name, email: `${name}@mail.example`, email_verified: true, name: 'Gina' }
  await check('`next` after signing in with Google', 'stays on the site, no 5xx', async (tally) => {
    for (const next of listNexts(short)) staysHere(tally, on, next, await throughGoogle(tally, on, next))
  }, { on }) // prettier-ignore
  await check('unsolicited callbacks', 'redirected to the sign-in page, no 5xx, no session', async (tally) => {
    for (const query of QUERIES) {
      const answer = await sendRequest(on.url, { path: `/api/auth/callback/google${query}` })
      count(tally, answer)
      const location = String(answer.headers.location)
      expect(tally, answer.status >= 400 || location.startsWith('/login?failed='), `${query} leads to ${location}`)
      expect(tally, !sessionOf(answer), `${query} starts a session`)
    }
  }, { on }) // prettier-ignore
  await check('15 invalid callbacks, then a valid one', 'invalid callbacks use up no attempts', async (tally) => {
    const address = nextAddress()
    for (let at = 0; at < 15; at++) count(tally, await sendRequest(on.url, { path: '/api/auth/callback/google?code=x&state=y', address }))
    const back = await throughGoogle(tally, on, '/', address)
    count(tally, back)
    expect(tally, sessionOf(back) !== '', `the valid one leads to ${String(back.headers.location)}`)
  }, { on }) // prettier-ignore
  await check('a Google account with an unverified address', 'no session', async (tally) => {
    const other = newName()
    issuer.state.identity = { sub: other, email: `${other}@mail.example`, email_verified: false, name: 'Mallory' }
    const back = await throughGoogle(tally, on, '/')
    count(tally, back)
    expect(tally, !sessionOf(back), 'a session was started')
  }, { on }) // prettier-ignore
}

/** The callback's response after a complete sign-in through the issuer. */
async function throughGoogle(tally: Tally, { url }: Target, next: string, address = nextAddress()): Promise<Answer> {
  const begun = await sendForm(url, { path: '/login/google', address, form: { next } })
  const away = /url=(http[^"]+)"/.exec(begun.text)?.[1]?.replaceAll('&amp;', '&')
  if (!away) return begun
  count(tally, begun)
  const lines = [begun.headers['set-cookie'] ?? []].flat()
  const cookie = lines.map((line) => line.split(';')[0]).join('; ')
  const back = await fetch(away, { redirect: 'manual' })
  const callback = new URL(back.headers.get('location') ?? '', url)
  return sendRequest(url, { path: callback.pathname + callback.search, address, cookie })
}

/** Everything by which a person or a script can distinguish responses. */
function visibleParts({ status, headers, text }: Answer): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split('=')[0])
  return JSON.stringify([status, headers.location, cookies, text.length])
}

let named = 0

/** A name of constant length, so that pages that show it have the same length. */
function newName(): string {
  return `n${Date.now().toString(36).slice(-7)}${String(++named).padStart(4, '0')}`
}
