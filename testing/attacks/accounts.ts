import { startOutsideServices } from '../fixtures/outside-services.ts'
import type { Attack } from './attack.ts'
import { listNexts, staysHere } from './redirects.ts'
import { waitFor } from '../portal/processes.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, ask, askForm, each, nextAddress, settled } from './send.ts'
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
    askForm(on.url, {
      path: '/signup',
      form: signUpForm({ username, email: `${name}@mail.example`, password: `secret of ${name}` }),
    })
  await check('a sign-up sent twice, of a known address and an unknown one', 'answered alike', async (tally) => {
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
    expect(tally, looks(knownFirst) === looks(unknownFirst), 'a known address is told apart at once')
    expect(tally, looks(k1) === looks(f1) && looks(k2) === looks(f2), `a known address is told apart when sent twice: ${k2.status}, an unknown one ${f2.status}`)
  }, { on }) // prettier-ignore
  // Mails take time.
  if (short) return
  await check('12 mails for a new password, from 12 addresses', `at most ${MAILS} to one mailbox, answered alike`, async (tally) => {
    const email = `${known}@mail.example`
    const mailsTo = () => mailbox.mails.filter(({ to }) => to === email).length
    const linkOf = () => mailbox.mails.find((mail) => mail.to === email && mail.link?.includes('/verify-email'))?.link
    await waitFor(() => linkOf() !== undefined, MAIL_MS)
    await settled(mailsTo, QUEUE_MS)
    const token = new URL(linkOf() ?? on.url).searchParams.get('token') ?? ''
    count(tally, await askForm(on.url, { path: '/verify-email', form: { token } }))
    const before = mailsTo()
    const answers: Answer[] = []
    await each(Array(12).keys(), 3, async () => {
      answers.push(await askForm(on.url, { path: '/forgot-password', form: { email } }))
    })
    count(tally, ...answers)
    await waitFor(() => mailsTo() > before, MAIL_MS)
    await settled(mailsTo, QUEUE_MS)
    const came = mailsTo() - before
    expect(tally, came > 0 && came <= MAILS, `${came} came`)
    expect(tally, new Set(answers.map(looks)).size === 1, 'the answers differ')
  }, { on }) // prettier-ignore
}

async function attackGoogle({ check, short }: Attack, on: Target, { issuer }: Services): Promise<void> {
  const name = newName()
  issuer.state.identity = { sub: name, email: `${name}@mail.example`, email_verified: true, name: 'Gina' }
  await check('next of who comes back from Google', 'stays on the site, no 5xx', async (tally) => {
    for (const next of listNexts(short)) staysHere(tally, on, next, await throughGoogle(tally, on, next))
  }, { on }) // prettier-ignore
  await check('callbacks that nobody asked for', 'sent to the sign-in page, no 5xx, no session', async (tally) => {
    for (const query of QUERIES) {
      const answer = await ask(on.url, { path: `/api/auth/callback/google${query}` })
      count(tally, answer)
      const leads = String(answer.headers.location)
      expect(tally, answer.status >= 400 || leads.startsWith('/login?failed='), `${query} leads to ${leads}`)
      expect(tally, !sessionOf(answer), `${query} begins a session`)
    }
  }, { on }) // prettier-ignore
  await check('15 broken callbacks, then a true one', 'nobody loses an attempt', async (tally) => {
    const address = nextAddress()
    for (let at = 0; at < 15; at++) count(tally, await ask(on.url, { path: '/api/auth/callback/google?code=x&state=y', address }))
    const back = await throughGoogle(tally, on, '/', address)
    count(tally, back)
    expect(tally, sessionOf(back) !== '', `the true one leads to ${String(back.headers.location)}`)
  }, { on }) // prettier-ignore
  await check('an address that Google has not confirmed', 'signs nobody in', async (tally) => {
    const other = newName()
    issuer.state.identity = { sub: other, email: `${other}@mail.example`, email_verified: false, name: 'Mallory' }
    const back = await throughGoogle(tally, on, '/')
    count(tally, back)
    expect(tally, !sessionOf(back), 'somebody is signed in')
  }, { on }) // prettier-ignore
}

/** The callback's response after a complete sign-in through the issuer. */
async function throughGoogle(tally: Tally, { url }: Target, next: string, address = nextAddress()): Promise<Answer> {
  const begun = await askForm(url, { path: '/login/google', address, form: { next } })
  const away = /url=(http[^"]+)"/.exec(begun.text)?.[1]?.replaceAll('&amp;', '&')
  if (!away) return begun
  count(tally, begun)
  const lines = [begun.headers['set-cookie'] ?? []].flat()
  const cookie = lines.map((line) => line.split(';')[0]).join('; ')
  const back = await fetch(away, { redirect: 'manual' })
  const callback = new URL(back.headers.get('location') ?? '', url)
  return ask(url, { path: callback.pathname + callback.search, address, cookie })
}

/** Everything by which a person or a script can distinguish responses. */
function looks({ status, headers, text }: Answer): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split('=')[0])
  return JSON.stringify([status, headers.location, cookies, text.length])
}

let named = 0

/** A name of constant length, so that pages that show it have the same length. */
function newName(): string {
  return `n${Date.now().toString(36).slice(-7)}${String(++named).padStart(4, '0')}`
}
