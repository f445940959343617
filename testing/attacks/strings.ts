import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { decodeHTML } from 'entities'
import { cleanTerm } from '../../app/games/search/search-rules.ts'
import { plainLine } from '../../app/lib/plain-text.ts'
import { type Attack, HASHING } from './attack.ts'
import { random, sampleOf } from '../fixtures/seeded-random.ts'
import { type Field, FIELDS } from './fields.ts'
import { count, expect, type Tally } from './results.ts'
import { sendRow, createClients } from './routes.ts'
import { type Answer, sendRequest, sendForm, forEachParallel } from './send.ts'
import { signUp } from './target.ts'

/** How fields that show their input transform it. */
const SHOWN = new Map([['q of /games', (text: string) => cleanTerm(text.toWellFormed())]])

const isSecret = ({ name }: Field) => /^(password|current) /.test(name)
const GROUPS: [string, Field[]][] = [
  ['query parameters', FIELDS.filter(({ kind }) => kind === 'query')],
  ['path parameters', FIELDS.filter(({ kind }) => kind === 'address')],
  ['form fields', FIELDS.filter((field) => field.kind === 'form' && !isSecret(field))],
  ['passwords', FIELDS.filter(isSecret)],
  ['JSON', FIELDS.filter(({ kind }) => kind === 'json')],
]
/**
 * One field of each kind, to which a short run sends a share of the list: one that shows the text, or processes it most.
 * For forms it is the full name.
 */
const IN_SHORT = ['q of /games', ':slug of GET /games/:slug', 'source of /admin/blog/1/rendering', 'password of /login']
/** These fields without the password, which gets a sample, and the full name. */
const SHARES = IN_SHORT.length
/** Every attempt hashes a password, so send only part of the list. */
const HASHED = 60
const HASHED_IN_SHORT = 5
const AGENTS_IN_SHORT = 15

/** Sends the big list of naughty strings through every text field. */
export async function strings({ short, check }: Attack): Promise<void> {
  const list = naughty.filter((text) => text.trim())
  const missing = IN_SHORT.find((name) => !FIELDS.some((field) => field.name === name))
  if (missing) throw new Error(`There is no field "${missing}": replace it in IN_SHORT`)
  for (const [group, all] of GROUPS) {
    const fields = short ? all.filter(({ name }) => IN_SHORT.includes(name)) : all
    if (!fields.length) continue
    const isHashed = fields.some(isSecret)
    const most = short ? HASHED_IN_SHORT : HASHED
    await check(
      `naughty strings as ${group}`,
      'shown as typed, no 5xx',
      async (tally, target) => {
        const clients = createClients(target)
        for (const field of fields) {
          const some = short ? shareOf(list, IN_SHORT.indexOf(field.name)) : list
          const texts = isHashed ? sampleOf(list, most, random(`naughty ${field.name}`)) : some
          await forEachParallel(texts, isHashed ? 2 : 4, async (text) => {
            // Without the other fields, since a valid password next to it would be hashed.
            const answer = await sendRow(target, field.row, clients, field.put(text, !isHashed))
            count(tally, answer)
            judge(tally, answer, text, SHOWN.get(field.name)?.(text) ?? null)
          })
        }
      },
      // The callers' sign-ups hash passwords.
      HASHING,
    )
  }
  await check('naughty strings as a User-Agent', 'no 5xx', async (tally, target) => {
    const { cookie } = await signUp(target)
    const agents = short ? sampleOf(list, AGENTS_IN_SHORT, random('naughty agents')) : list
    await forEachParallel(agents, 4, async (text) => {
      const agent = Buffer.from(text.toWellFormed().replace(/\p{Cc}/gu, ' ')).toString('latin1')
      const answer = await sendRequest(target.url, { path: '/account', cookie, headers: { 'user-agent': agent } })
      count(tally, answer)
      judge(tally, answer, text, null)
    })
  })
  await check('naughty strings as a full name', 'stored and shown as typed, no 5xx', async (tally, target) => {
    const player = await signUp(target)
    for (const text of short ? shareOf(list, SHARES - 1) : list) {
      const form = { username: player.username, fullName: text.toWellFormed() }
      const answer = await sendForm(target.url, { path: '/account/profile', cookie: player.cookie, form })
      const isTaken = answer.status === 303 || answer.status === 302
      const page = await sendRequest(target.url, { path: '/account/profile', cookie: player.cookie })
      count(tally, answer, page)
      judge(tally, page, text, isTaken ? plainLine(form.fullName) : null)
    }
  })
}

/** The list has neighbours of one kind, so each share has some of every kind; together they are the whole list. */
function shareOf(list: string[], share: number): string[] {
  const shift = Math.floor(random('naughty shares')() * SHARES)
  return list.filter((_, at) => (at + shift) % SHARES === share)
}

function judge(tally: Tally, { text: page, headers, path }: Answer, typed: string, shown: string | null): void {
  const where = path.split('?')[0]
  if (/html/.test(String(headers['content-type']))) {
    const isMarkup = /<[a-z!/?]/i.test(typed) && typed.length > 8
    expect(tally, !isMarkup || !page.includes(typed.toWellFormed()), `${where} contains markup: ${typed.slice(0, 30)}`)
  }
  if (shown)
    expect(tally, decodeHTML(page).includes(shown), `${where} does not show ${JSON.stringify(shown.slice(0, 30))}`)
}
