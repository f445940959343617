import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, HASHING } from './attack.ts'
import { count, expect } from './results.ts'
import { type Answer, sendRequest, sendForm, sendJson, fresh, nextAddress, unique } from './send.ts'
import { costOf, readStoredData, type Player, signUp, signUpOperator, type Target } from './target.ts'

/** Games of the default catalogue. */
const [GAME, OTHER] = [2, 3]
/** Others wait for the 300 requests that arrived before theirs, which take the portal 0.7 to 1 s. */
const PAGE_MS = 2000
/** A client's requests run four at a time. On a slow machine, the last ones may wait for 5 seconds, which ends in a 503. */
const QUEUED = { busy: true }

type Write = (target: Target, player: Player, at: number) => Promise<Answer>

const like: Write = ({ url }, { cookie }) =>
  sendJson(url, { method: 'PUT', path: `/game/${GAME}/reaction`, cookie, json: { reaction: 'like' } })
const likeOrNot: Write = ({ url }, { cookie }, at) =>
  sendJson(url, {
    method: 'PUT',
    path: `/game/${GAME}/reaction`,
    cookie,
    json: { reaction: at % 2 ? 'like' : 'dislike' },
  })
const wish: Write = ({ url }, { cookie }) =>
  sendRequest(url, { method: 'PUT', path: `/wishlist/entries/${GAME}`, cookie })
const spin: Write = ({ url }, { cookie }) =>
  sendRequest(url, { method: 'POST', path: '/rewards/spin', cookie, headers: { accept: 'application/json' } })
const share: Write = ({ url }, { cookie }) =>
  sendRequest(url, { method: 'POST', path: `/game/${OTHER}/shares`, cookie })
const view: Write = ({ url }, { cookie, address }) =>
  sendRequest(url, { method: 'POST', path: `/game/${GAME}/views`, cookie, address })
const keep: Write = ({ url }, { cookie }) =>
  sendJson(url, { path: '/kept', cookie, json: { wishes: [{ id: GAME, at: 1000 }], recent: [{ id: GAME, at: 1000 }] } })

/** Fifty simultaneous repetitions of a write have the effect of one, and harm nobody else. */
export async function races({ short, check }: Attack): Promise<void> {
  const cases: [string, Write, (player: Awaited<ReturnType<typeof readStoredData>>) => unknown, unknown][] = [
    ['likes', like, ({ reactions }) => reactions.length, 1],
    ['likes and dislikes', likeOrNot, ({ reactions }) => reactions.length, 1],
    ['wishes', wish, ({ wishlist }) => wishlist.length, 1],
    ['spins of the wheel', spin, awardsOf('spin'), 1],
    ['shares', share, awardsOf('share'), 1],
    ['views', view, ({ recentlyPlayed }) => recentlyPlayed.length, 1],
    ['imports of local data', keep, (kept) => [kept.wishlist.length, kept.recentlyPlayed.length].join(), '1,1'],
  ]
  for (const [name, write, read, expected] of cases) {
    await check(
      `fifty simultaneous ${name}`,
      'the effect of one, no 500',
      async (tally, target) => {
        const player = await signUp(target)
        const before = await readStoredData(target, player)
        count(tally, ...(await Promise.all(Array.from({ length: 50 }, (_, at) => write(target, player, at)))))
        const after = await readStoredData(target, player)
        expect(tally, read(after) === expected, `${String(read(after))} instead of ${String(expected)}`)
        const earned = after.creditHistory
          .slice(before.creditHistory.length)
          .reduce((sum, { credits }) => sum + credits, 0)
        expect(tally, after.credits.total === before.credits.total + earned, 'the balance is not the sum of the awards')
      },
      QUEUED,
    )
  }
  await check(
    'fifty simultaneous reports of a game from one address',
    'ten are accepted, one counts, no 500',
    async (tally, target) => {
      const [operator, address] = [await signUpOperator(target), nextAddress()]
      const list = () => sendRequest(target.url, { path: '/admin/broken-games?list=reported', cookie: operator.cookie })
      const countIn = ({ text }: Answer) => /(once|\d+ times) “It is offensive”/.exec(text)?.[1] ?? 'none'
      const before = countIn(await list())
      const report = (at: number) =>
        sendForm(target.url, {
          path: '/games/minesweeper/report',
          address,
          headers: { 'user-agent': `Browser ${at}` },
          form: { reason: 'offensive' },
        })
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => report(at)))
      count(tally, ...answers)
      const accepted = answers.filter(({ status }) => status === 303).length
      const repeats = answers.reduce((sum, answer) => sum + (answer.repeats ?? 0), 0)
      expect(tally, accepted <= 10 && accepted >= 10 - repeats, `${accepted} were accepted`)
      const after = countIn(await list())
      // There is an operator only on a portal that this run started.
      if (target.own) expect(tally, before === 'none' && after === 'once', `reported ${after} instead of once`)
    },
    { ...HASHING, ...QUEUED },
  )
  await check(
    'fifty simultaneous play reports',
    'one play session, no 500',
    async (tally, target) => {
      const player = await signUp(target)
      const begun = await sendJson(target.url, { path: '/plays', cookie: player.cookie, json: { gameId: GAME } })
      const { id } = JSON.parse(begun.text) as { id: string }
      await sleep(1100)
      const beat = () => sendRequest(target.url, { method: 'POST', path: `/plays/${id}/beats`, cookie: player.cookie })
      count(tally, ...(await Promise.all(Array.from({ length: 50 }, beat))))
      const { creditHistory } = await readStoredData(target, player)
      expect(
        tally,
        creditHistory.filter(({ activity }) => activity === 'play').length <= 1,
        'a second was counted twice',
      )
    },
    QUEUED,
  )
  await check(
    'fifty simultaneous purchases',
    'each item is paid once, no negative balance, no 500',
    async (tally, target) => {
      const player = await signUp(target)
      for (const game of [2, 3, 4])
        await sendRequest(target.url, { method: 'POST', path: `/game/${game}/shares`, cookie: player.cookie })
      const [cookie, headers] = [player.cookie, { accept: 'application/json' }]
      const buy = (item: string) =>
        sendRequest(target.url, { method: 'PUT', path: `/rewards/purchases/${item}`, cookie, headers })
      const wanted = ['frame-bulbs', 'rest-1', 'rest-2', 'ground-curtain', 'frame-ticket']
      const all = Array.from({ length: 50 }, (_, at) => buy(wanted[at % wanted.length]!))
      count(tally, ...(await Promise.all(all)))
      const { creditHistory, credits } = await readStoredData(target, player)
      const bought = creditHistory.filter(({ activity }) => activity === 'shop')
      expect(tally, bought.length === 1, `${bought.length} items were bought for the price of one`)
      expect(tally, credits.total >= 0, `the balance is ${credits.total}`)
      const sum = creditHistory.reduce((total, award) => total + award.credits, 0)
      expect(tally, credits.total === sum, 'the balance is not the sum of the awards')
    },
    QUEUED,
  )
  await check('ten simultaneous sign-ups with one address', 'one account, no 500', async (tally, target) => {
    const email = `r${Date.now()}@mail.example`
    const form = { email, password: 'some secret', terms: 'on' }
    count(tally, ...(await Promise.all(Array.from({ length: 10 }, (_, at) => sendForm(target.url, { path: '/signup', form: { ...form, username: `${email.slice(0, 14)}_${at}` } })))))
    expect(tally, (tally.statuses.get(303) ?? 0) >= 1, 'none of them succeeded')
  }, { ...HASHING, ...QUEUED }) // prettier-ignore
  const crowds: [string, Write][] = [['likes', like], ['spins', spin], ['wishes', wish]] // prettier-ignore
  if (short) return crowd(check, ...crowds[1]!)
  await check('400 connections requesting pictures', 'every page of a player responds with 200', async (tally, target) => {
    const { cookie } = await signUp(target)
    let isOver = false
    const endless = async () => {
      while (!isOver) await sendRequest(target.url, { path: `/files/post_pictures/${randomUUID()}/${unique()}.webp` })
    }
    const crowd = Promise.all(Array.from({ length: 400 }, endless))
    for (const path of Array(8).fill(['/wishlist', '/account/profile', '/rewards']).flat() as string[])
      count(tally, await sendRequest(target.url, { path, cookie }))
    isOver = true
    await crowd
    expect(tally, tally.statuses.get(200) === 24, `${tally.statuses.get(200) ?? 0} of 24 responses were 200`)
  }) // prettier-ignore
  await check('ten players choosing one username at once', 'one gets it, no 5xx', async (tally, target) => {
    const players: Player[] = []
    for (let at = 0; at < 10; at++) players.push(await signUp(target))
    const username = `w${Date.now().toString(36)}`
    const answers = await Promise.all(players.map(({ cookie }) => sendForm(target.url, { path: '/account/profile', cookie, form: { username, fullName: '' } })))
    count(tally, ...answers)
    const kept = await Promise.all(players.map((player) => readStoredData(target, player)))
    const named = kept.filter(({ profile }) => (profile as { username: string }).username === username).length
    expect(tally, named === 1, `${named} got it`)
  }) // prettier-ignore
  for (const [name, write] of crowds) await crowd(check, name, write)
}

/** One player's writes may wait or be refused; other players and visitors must still be served. */
function crowd(check: Attack['check'], name: string, write: Write): Promise<void> {
  return check(
    `300 simultaneous ${name} by one player`,
    `others wait at most ${PAGE_MS / 1000} s of processor time, no 500; every 503 has a Retry-After`,
    async (tally, target) => {
      const [loud, quiet] = [await signUp(target), await signUp(target)]
      let isOver = false
      const all = Promise.all(Array.from({ length: 300 }, (_, at) => write(target, loud, at)))
      void all.finally(() => (isOver = true))
      const pages: { done: Answer; ms: number }[] = []
      while (!isOver || pages.length < 4) {
        pages.push(await costOf(target, () => sendRequest(target.url, { path: '/wishlist', cookie: quiet.cookie })))
        pages.push(await costOf(target, () => sendRequest(target.url, { path: fresh('/games') })))
        await sleep(20)
      }
      const answers = await all
      count(tally, ...answers)
      for (const answer of answers) {
        const { status, headers } = answer
        expect(tally, status !== 503 || Number(headers['retry-after']) > 0, '503 without Retry-After', [answer])
        expect(tally, status > 0, 'no answer', [answer])
      }
      for (const { done, ms } of pages) {
        const where = done.path.split('?')[0]
        expect(tally, done.status === 200, `${where} responds to others with ${done.status}`, [done])
        expect(tally, ms <= PAGE_MS, `${where} took others more than ${PAGE_MS} ms of processor time`, [done])
      }
    },
    QUEUED,
  )
}

function awardsOf(activity: string) {
  return ({ creditHistory }: Awaited<ReturnType<typeof readStoredData>>) =>
    creditHistory.filter((award) => award.activity === activity).length
}
