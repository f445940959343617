import { expect, test } from 'vitest'
import { emailRule, passwordRule, usernameRule } from '../app/accounts/account-rules.ts'
import { deletionRules, passwordChangeRules, profileRules } from '../app/accounts/profile/profile-rules.ts'
import { contactRules, feedbackRules, readInboxQuery } from '../app/contact/message-rules.ts'
import { listingOf } from '../app/games/catalogue/category-rules.ts'
import { cleanLine, cleanSteps, cleanText } from '../app/games/import/clean-text.ts'
import { cleanTerm } from '../app/games/search/search-rules.ts'
import { parseTags } from '../app/games/catalogue/tags.ts'
import { nextPath } from '../app/accounts/next-path.ts'
import { readForm } from '../app/forms/read-form.ts'
import { slugify } from '../app/lib/slug.ts'
import { addressGroup, clientAddress } from '../app/server/http/client-address.server.ts'
import { pickEncoding } from '../app/server/http/encoding.server.ts'
import { resolveTarget } from '../app/server/http/target.server.ts'
import { isPersonal, pageKey } from '../app/server/cache/page-cache-policy.server.ts'
import { tokenOf } from '../app/server/sessions/session.server.ts'
import { processorMs } from './fixtures/processor-time.ts'

/** All that takes a text as a stranger sends it. */
const READERS: Record<string, (text: string) => unknown> = {
  username: (text) => usernameRule.safeParse(text),
  email: (text) => emailRule.safeParse(`${text}@mail.example`),
  'start of an email': (text) => emailRule.safeParse(`a@${text}.example`),
  password: (text) => passwordRule.safeParse(text),
  'full name': (text) => readForm(profileRules, formWith('fullName', text)),
  'current password': (text) => readForm(passwordChangeRules, formWith('current', text)),
  'name of an account to delete': (text) => readForm(deletionRules, formWith('username', text)),
  'message to the operators': (text) => readForm(contactRules, formWith('message', text)),
  'optional address': (text) => readForm(feedbackRules, formWith('email', text)),
  'query of the inbox': (text) => readInboxQuery(new URLSearchParams({ search: text, about: text, after: text })),
  'where to go on': (text) => nextPath(`/${text}`),
  'search term': cleanTerm,
  tags: parseTags,
  'many tags': (text) => parseTags(Array.from(text, (letter, at) => letter + at).join(',')),
  category: listingOf,
  slug: slugify,
  'line of a feed': (text) => cleanLine(text, 120),
  'text of a feed': (text) => cleanText(text, 5000),
  'steps of a feed': (text) => cleanSteps(text, 2000),
  address: (text) => resolveTarget(`/${text}`),
  query: (text) => pageKey(`/games?${text}`),
  'key of a page': (text) => pageKey(`/${text}`),
  cookies: isPersonal,
  'session cookie': (text) => tokenOf(`playhall_session=${text}`),
  encodings: pickEncoding,
  'addresses of proxies': (text) => clientAddress('127.0.0.1', text, 1),
  'group of an address': addressGroup,
}

/** Each is repeated to the length: what normalising, patterns and splitting have most work with. */
const WORST = [
  'a', ' ', '\u0301', 'a\u0301\u0323', '\u0345', '\u1100\u1161', '\u0f71\u0f72', '\u202e', '\u200b', '\ud83d\udc68\u200d', '\ud800', '\0', '\t', 'a.', 'a@',
  '<', '<a ', '<!--', '&amp;', '&', ',', ';', '/', '//', '\\', '..', '%', '%2e', '%00', 'session', 'session=;', '=', '-', '+', "'", '"', '\u00df', '\u0130',
] // prettier-ignore

const LENGTH = 16_384

test.each(Object.entries(READERS))('%s: time grows in line with the length, whatever it is made of', (_, reader) => {
  process.env.AUTH_SECRET ??= 'a secret of thirty-two characters'
  for (const piece of WORST) {
    const whole = piece.repeat(Math.ceil(LENGTH / piece.length))
    const times = () =>
      [LENGTH / 8, LENGTH].map((length) => leastMs(reader, whole.slice(0, length))) as [number, number]
    // Eight times where it grows in line, 64 times where it grows with the square. Below two milliseconds it is the clock that is measured.
    const isSlow = ([part, full]: [number, number]) => full >= Math.max(24 * part, 2)
    let [part, full] = times()
    // The processor has other work, too: what is slow is slow whenever it is measured.
    for (let again = 0; again < 4 && isSlow([part, full]); again++) [part, full] = times()
    expect(isSlow([part, full]), `${JSON.stringify(piece)}: ${part} ms for an eighth, ${full} ms for all`).toBe(false)
  }
})

/** The least of a few tries. */
function leastMs(reader: (text: string) => unknown, text: string): number {
  let least = Infinity
  for (let tries = 0; tries < 4 && least > 0.3; tries++)
    least = Math.min(
      least,
      processorMs(() => reader(text)),
    )
  return least
}

function formWith(name: string, text: string): FormData {
  const form = new FormData()
  form.set(name, text)
  return form
}
