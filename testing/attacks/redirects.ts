import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, sendRequest, sendForm } from './send.ts'
import { type Player, signUp, type Target } from './target.ts'

/** Addresses that leave the site. */
const AWAY = [
  '/.//evil.example', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/%2f/evil.example', '/..//evil.example', '/./..//evil.example',
  '/a/..//evil.example', '/a/%2e%2e//evil.example', '/%2e//evil.example', 'https://evil.example', 'https:evil.example', '//evil.example/%2f..', '/\t/evil.example',
  '/\n/evil.example', '/%09/evil.example', '/\u0000/evil.example', '//evil.example\\@here', '/;//evil.example', 'javascript:alert(1)', 'data:text/html,x', ' //evil.example',
  '/@evil.example', '.evil.example', '/\u3000/evil.example', '//\u3002evil\u3002example', '/login/../..//evil.example', '/%5cevil.example', '/.%5cevil.example', '/\uFF0F/evil.example',
] // prettier-ignore
/** Addresses on the site in other scripts. */
const LETTERS = ['/猫', '/games?q=猫', '/é', '/\u{1F431}', '/games/%E7%8C%AB', '/a\u0301', '/\uFFFD', '/ы#ы']

/** Signing in redirects within the site, whatever `next` contains. */
export async function redirects({ check, short }: Attack): Promise<void> {
  const nexts = listNexts(short)
  await check('`next` of a signed-in player', 'stays on the site, no 5xx', async (tally, target) => {
    const { cookie } = await signUp(target)
    for (const path of ['/login', '/signup']) {
      for (const next of nexts) {
        staysHere(tally, target, next, await sendRequest(target.url, { path: `${path}?next=${encodeURIComponent(next)}`, cookie }))
      }
    }
  }) // prettier-ignore
  await check('`next` after signing in with a password', 'stays on the site, no 5xx', async (tally, target) => {
    let player: Player | undefined
    for (const [at, next] of nexts.entries()) {
      // An account has twenty attempts an hour.
      if (at % 15 === 0) player = await signUp(target)
      const { email, password } = player!
      const answer = await sendForm(target.url, { path: '/login', form: { email, password, next } })
      expect(tally, [302, 303].includes(answer.status), `${shown(next)} returns ${answer.status}`)
      staysHere(tally, target, next, answer)
    }
  })
}

export function listNexts(short: boolean): string[] {
  return short ? [...AWAY.slice(0, 10), ...LETTERS.slice(0, 3)] : [...AWAY, ...LETTERS]
}

/** Counts a response and checks that its Location, if any, is on the portal. */
export function staysHere(tally: Tally, { url }: Target, next: string, answer: Answer): void {
  count(tally, answer)
  const { location } = answer.headers
  if (typeof location !== 'string') return
  const here = new URL(url)
  // A browser resolves it twice: as a header, and when a page's script resolves its path.
  const first = URL.parse(location, here)
  const second = first && URL.parse(first.pathname + first.search, here)
  const stays = first?.host === here.host && second?.host === here.host && first.protocol === here.protocol
  expect(tally, stays, `${shown(next)} leads to ${location}`)
}

function shown(next: string): string {
  return JSON.stringify(next).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
