import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { decode } from 'html-entities'
import { cleanTerm } from '../app/games/search/search-rules.ts'
import { plainLine } from '../app/lib/plain-text.ts'
import { type Attack, HASHING } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, ask, askForm, askJson, each } from './send.ts'
import { type Player, signUp, type Target } from './target.ts'

/** Fields that give back what was typed, and what they make of it; null where it need not be shown. */
type Field = {
  name: string
  ask: (target: Target, text: string, player: Player) => Promise<Answer>
  shows?: (text: string) => string | null
}

const inQuery =
  (path: string, name: string): Field['ask'] =>
  ({ url }, text) =>
    ask(url, { path: `${path}?${name}=${encodeURIComponent(text.toWellFormed())}` })
const inForm =
  (path: string, form: (text: string) => Record<string, string>): Field['ask'] =>
  ({ url }, text, { cookie }) =>
    askForm(url, {
      path,
      form: form(text),
      cookie: /^\/(account|community|comments)\b/.test(path) ? cookie : undefined,
    })

const inPath =
  (path: string): Field['ask'] =>
  ({ url }, text) =>
    ask(url, { path: path + encodeURIComponent(text.toWellFormed()) })

const GROUPS: Record<'queries' | 'addresses' | 'forms' | 'passwords' | 'the rest', Field[]> = {
  queries: [
    { name: 'q of /games', ask: inQuery('/games', 'q'), shows: (text) => cleanTerm(text.toWellFormed()) },
    { name: 'q of /search', ask: inQuery('/search', 'q') },
    { name: 'filter of /games', ask: inQuery('/games', 'filter') },
    { name: 'page of /games', ask: inQuery('/games', 'page') },
    { name: 'tags of /tags', ask: inQuery('/tags', 'tags') },
    { name: 'next of /login', ask: inQuery('/login', 'next') },
    { name: 'failed of /login', ask: inQuery('/login', 'failed') },
    { name: 'suspended of /login', ask: inQuery('/login', 'suspended') },
    { name: 'kind of /reports/new', ask: inQuery('/reports/new', 'kind') },
    { name: 'id of /reports/new', ask: inQuery('/reports/new', 'id') },
    { name: 'token of /reset-password', ask: inQuery('/reset-password', 'token') },
    { name: 'token of /verify-email', ask: inQuery('/verify-email', 'token') },
    { name: 'token of /notifications/mail/end', ask: inQuery('/notifications/mail/end', 'token') },
  ],
  addresses: ['/players/', '/category/', '/games/', '/game/', '/sitemaps/', '/files/', '/pictures/1/', '/community/', '/comments/', '/'].map((path) => ({ name: path, ask: inPath(path) })),
  forms: [
    { name: 'email of /login', ask: inForm('/login', (email) => ({ email, password: 'some secret' })) },
    { name: 'username of /signup', ask: inForm('/signup', (username) => ({ username, email: 'x', password: 'some secret', terms: 'on' })) },
    { name: 'email of /forgot-password', ask: inForm('/forgot-password', (email) => ({ email })) },
    { name: 'username of /account/profile', ask: inForm('/account/profile', (username) => ({ username: `${username} `, fullName: '' })) },
    { name: 'current of /account/password', ask: inForm('/account/password', (current) => ({ current, password: 'x' })) },
    { name: 'content of /community/1', ask: inForm('/community/1', (content) => ({ content })) },
    { name: 'content of /comments/1/edit', ask: inForm('/comments/1/edit', (content) => ({ content })) },
    { name: 'username of /account/delete', ask: inForm('/account/delete', (username) => ({ username, current: '' })) },
  ],
  passwords: [{ name: 'password of /login', ask: inForm('/login', (password) => ({ email: `${Math.random()}@mail.example`, password })) }],
  'the rest': [
    { name: 'a reaction', ask: ({ url }, text, { cookie }) => askJson(url, { method: 'PUT', path: '/game/2/reaction', cookie, json: { reaction: text, [text]: text } }) },
    { name: 'a User-Agent', ask: ({ url }, text, { cookie }) => ask(url, { path: '/account', cookie, headers: { 'user-agent': Buffer.from(text.toWellFormed().replace(/\p{Cc}/gu, ' ')).toString('latin1') } }) },
  ],
} // prettier-ignore
/** A password is hashed each time: a part of the list says as much. */
const HASHED = 60

/** The big list of naughty strings, through every field that takes a text. */
export async function strings({ short, check }: Attack): Promise<void> {
  const list = naughty.filter((text) => text.trim())
  for (const [group, fields] of Object.entries(GROUPS)) {
    const isHashed = group === 'passwords'
    await check(
      `naughty strings as ${group}`,
      'shown as typed where they are shown, no 5xx',
      async (tally, target) => {
        const player = await signUp(target)
        for (const { ask: send, shows } of fields) {
          await each(sampleOf(list, short ? 15 : isHashed ? HASHED : list.length), isHashed ? 2 : 4, async (text) => {
            const answer = await send(target, text, player)
            count(tally, answer)
            judge(tally, answer, text, shows?.(text) ?? null)
          })
        }
      },
      isHashed ? HASHING : {},
    )
  }
  await check('naughty strings as a full name', 'kept and shown as typed, no 5xx', async (tally, target) => {
    const player = await signUp(target)
    for (const text of sampleOf(list, short ? 40 : list.length)) {
      const form = { username: player.username, fullName: text.toWellFormed() }
      const answer = await askForm(target.url, { path: '/account/profile', cookie: player.cookie, form })
      const isTaken = answer.status === 303 || answer.status === 302
      const page = await ask(target.url, { path: '/account/profile', cookie: player.cookie })
      count(tally, answer, page)
      judge(tally, page, text, isTaken ? plainLine(form.fullName) : null)
    }
  })
}

/** So many of a list, by chance. */
function sampleOf(list: string[], most: number): string[] {
  return list.filter(() => Math.random() < most / list.length)
}

function judge(tally: Tally, { text: page, headers, path }: Answer, typed: string, shown: string | null): void {
  const where = path.split('?')[0]
  if (/html/.test(String(headers['content-type']))) {
    const isMarkup = /<[a-z!/?]/i.test(typed) && typed.length > 8
    expect(tally, !isMarkup || !page.includes(typed.toWellFormed()), `${where} has markup in it: ${typed.slice(0, 30)}`)
  }
  if (shown) expect(tally, decode(page).includes(shown), `${where} does not show ${JSON.stringify(shown.slice(0, 30))}`)
}
