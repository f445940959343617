import { type Attack, HASHING } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, sendRequest, sendForm, sendJson, forEachParallel, fresh, nextAddress, unique } from './send.ts'
import { type Player, signUp, signUpForm, type Target } from './target.ts'

type Limit = {
  name: string
  most: number
  /** Sends request number `at`, from one address unless `everywhere` is set. */
  send: (target: Target, at: number, address: string, player: Player) => Promise<Answer>
  /** Counted by account, so each request comes from a different address. */
  everywhere?: boolean
  /** Takes many requests; a short run covers other limits instead. */
  slow?: boolean
}

/** The limits of the docs and security rules, each reached as a client would. */
const LIMITS: Limit[] = [
  { name: 'sign-ins from an address', most: 10, send: ({ url }, at, address) => sendForm(url, { path: '/login', address, form: { email: `n${at}@mail.example`, password: 'a wrong one' } }) },
  { name: 'sign-ins to an account', most: 20, everywhere: true, slow: true, send: ({ url }, _at, address, { email }) => sendForm(url, { path: '/login', address, form: { email, password: 'a wrong one' } }) },
  { name: 'sign-ups from an address', most: 5, slow: true, send: ({ url }, at, address) => sendForm(url, { path: '/signup', address, form: { email: `s${at}-${address}@mail.example`, password: 'some secret', terms: 'on' } }) },
  { name: 'password resets from an address', most: 5, send: ({ url }, at, address) => sendForm(url, { path: '/forgot-password', address, form: { email: `f${at}-${address}@mail.example` } }) },
  { name: 'searches', most: 60, send: ({ url }, at, address) => sendRequest(url, { path: `/search?q=word${at}${unique()}`, address }) },
  { name: 'searches in the list of games', most: 60, slow: true, send: ({ url }, at, address) => sendRequest(url, { path: `/games?q=word${at}${unique()}`, address }) },
  { name: 'views', most: 60, send: ({ url }, _at, address) => sendRequest(url, { method: 'POST', path: '/game/2/views', address }) },
  { name: 'short visits', most: 60, slow: true, send: ({ url }, _at, address) => sendRequest(url, { method: 'POST', path: '/game/2/short-visits', address }) },
  { name: 'reports of games', most: 10, send: ({ url }, _at, address) => sendForm(url, { path: '/games/2048/report', address, form: { reason: 'other' } }) },
  { name: 'likes', most: 60, send: ({ url }, _at, address, { cookie }) => sendJson(url, { method: 'PUT', path: '/game/2/reaction', address, cookie, json: { reaction: 'like' } }) },
  { name: 'posts', most: 2, send: ({ url }, _at, address, { cookie }) => sendForm(url, { path: '/community/new', address, cookie, form: { type: 'discussion', content: 'Hello everybody' } }) },
  { name: 'comments', most: 6, send: ({ url }, _at, address, { cookie }) => sendForm(url, { path: '/community/1', address, cookie, form: { content: 'Hello' } }) },
  { name: 'imports of local data', most: 20, slow: true, send: ({ url }, _at, address, { cookie }) => sendJson(url, { path: '/kept', address, cookie, json: { wishes: [], recent: [] } }) },
  { name: 'uploads', most: 10, slow: true, send: ({ url }, _at, address, { cookie }) => sendForm(url, { path: '/account/avatar', address, cookie, form: {} }) },
  { name: 'pages of a visitor', most: 300, slow: true, send: ({ url }, _at, address) => sendRequest(url, { path: fresh('/games'), address }) },
  { name: 'pages of a player', most: 1500, slow: true, send: ({ url }, _at, address, { cookie }) => sendRequest(url, { path: '/account/password', address, cookie }) },
] // prettier-ignore
const SLACK = 12

/** Each limit applies exactly where it is documented, with a 429 and a Retry-After. */
export async function limits({ short, check }: Attack): Promise<void> {
  for (const { name, most, send, everywhere = false, slow = false } of LIMITS) {
    if (short && slow) continue
    await check(
      name,
      `429 after ${most}, with Retry-After and an explanation`,
      async (tally, target) => {
        const player = await signUp(target)
        const here = nextAddress()
        let [passed, repeats] = [0, 0]
        await forEachParallel(Array(most + SLACK).keys(), 4, async (at) => {
          const answer = await send(target, at, everywhere ? nextAddress() : here, player)
          count(tally, answer)
          repeats += answer.repeats ?? 0
          if (answer.status !== 429) passed++
          else explains(tally, answer)
        })
        // The player's sign-up has used one of the account's requests.
        const least = most - repeats - Number(everywhere)
        expect(tally, passed <= most && passed >= least, `${passed} were allowed`)
      },
      HASHING,
    )
  }
  await check('two IPv6 addresses in one /64', '429 after 60 searches from both together', async (tally, target) => {
    const [, b, c, d] = nextAddress().split('.').map(Number)
    const network = `2001:db8:${b!.toString(16)}:${(c! * 256 + d!).toString(16)}`
    let repeats = 0
    await forEachParallel(Array(60 + SLACK).keys(), 4, async (at) => {
      const address = `${network}:${at.toString(16)}:1:2:${at % 2 ? 'a' : 'b'}`
      const answer = await sendRequest(target.url, { path: `/search?q=home${at}${unique()}`, address })
      count(tally, answer)
      repeats += answer.repeats ?? 0
    })
    const passed = tally.statuses.get(200) ?? 0
    expect(tally, passed <= 60 && passed >= 60 - repeats, `${passed} were allowed`)
  }) // prettier-ignore
  await check('pages with an ended session', '429 after 300, as for visitors', async (tally, target) => {
    const { cookie, address } = await signUp(target)
    await sendForm(target.url, { path: '/logout', cookie, form: {} })
    await forEachParallel(Array(330).keys(), 8, async () => {
      count(tally, await sendRequest(target.url, { path: fresh('/games'), address, cookie }))
    })
    const passed = tally.statuses.get(200) ?? 0
    expect(tally, passed <= 300, `${passed} were allowed`)
  })
  await check('30 wrong passwords sent to the sign-up form', 'then even the right one is refused', async (tally, target) => {
    const player = await signUp(target)
    const guess = (password: string) =>
      sendForm(target.url, { path: '/signup', form: signUpForm({ ...player, password }) })
    await forEachParallel(Array(30).keys(), 3, async (at) => count(tally, await guess(`wrong ${at}`)))
    const right = await guess(player.password)
    count(tally, right)
    expect(tally, right.headers['set-cookie'] === undefined, `the 31st is accepted: ${right.status}`)
  }, HASHING) // prettier-ignore
  if (short) return
  // The first pages fill the caches. Growth after that would eventually exhaust any portal's memory.
  for (const [pages, grownMb] of [
    [15_000, 150],
    [20_000, 30],
  ] as const)
    // prettier-ignore
    await check(
      `${pages.toLocaleString('en')} pages that no cache contains`,
      'memory is bounded',
      (tally, target) =>
        forEachParallel(Array(pages).keys(), 4, async () => count(tally, await sendRequest(target.url, { path: fresh('/games') }))),
      { grownMb },
    )
}

function explains(tally: Tally, { headers, text, path }: Answer): void {
  const seconds = Number(headers['retry-after'])
  expect(tally, Number.isInteger(seconds) && seconds > 0, `${path} sends Retry-After ${String(headers['retry-after'])}`)
  expect(tally, /again in \d+ (?:second|minute)s?\./.test(text), `${path} does not explain the refusal`)
}
