import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf, query } from '../portal/portal-database.ts'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Answer, fresh, sendForm, sendRequest, unique } from './send.ts'
import { type Player, signUpOperator, type Target } from './target.ts'

/** Texts that must never become a host from which pages load games. */
const NO_HOSTS = [
  'evil.example;script-src *', '*.evil.example', '*', 'localhost', '127.0.0.1', '[::1]', '0x7f.1', '2130706433', '10.0.0.1:80',
  'evil.internal', 'https://evil.example', '//evil.example', 'evil.example/x', 'user@evil.example', 'evil.example:0',
  "'unsafe-inline'", 'data:', 'evil.example\u0000;script-src *', 'evil.example\u00a0*', 'evil..example', 'evil.example.', 'evil_.example',
  `${'e'.repeat(64)}.example`, 'ü*.example', '<img src=x>.example',
] // prettier-ignore

const MARKUP = '<img src=x onerror=alert(1)>'
/** The host of the provider whose feed this attack creates: policies list it from the next time that they are loaded. */
const OF_FEED = 'https://play.gamepix.com'
/** The address of a game on a host that was not approved. */
const UNAPPROVED = 'https://unapproved.example/game/'
const RUN_MS = 60_000

/** Only public host names that an operator approved may appear in the policies of pages. */
export async function hosts({ check, short }: Attack): Promise<void> {
  const texts = short ? NO_HOSTS.slice(0, 8) : NO_HOSTS
  await check('the form that approves hosts', 'refused, and no policy changes', async (tally, target) => {
    const operator = await findOperator(target)
    if (!operator) return
    const feed = await createFeed(target)
    const before = await listedHosts(tally, target)
    for (const text of texts) {
      for (const use of ['games', 'pictures']) {
        const form = { intent: 'approve-hosts', games: '', pictures: '', [use]: text }
        const answer = await sendForm(target.url, { path: `/admin/feeds/${feed}`, cookie: operator.cookie, form })
        count(tally, answer)
        expect(tally, [400, 403].includes(answer.status), `${JSON.stringify(text)} returns ${answer.status}`)
      }
    }
    const added = [...(await listedHosts(tally, target))].filter((host) => !before.has(host) && host !== OF_FEED)
    expect(tally, added.length === 0, `policies list ${added.join(' ')}`)
    expect(tally, (await storedHosts(target)).length === 0, 'a host was stored')
  })

  await check('a new provider', 'its label is text, its hosts are checked', async (tally, target) => {
    const operator = await findOperator(target)
    if (!operator) return
    for (const text of texts.slice(0, 4)) {
      const refused = await saveProvider(target, operator, { label: `Evil ${unique()}`, gameHost: text })
      count(tally, refused)
      expect(tally, refused.status === 400, `${JSON.stringify(text)} returns ${refused.status}`)
    }
    const saved = await saveProvider(target, operator, { label: `${unique()} ${MARKUP}`, gameHost: 'games.example' })
    count(tally, saved)
    expect(tally, saved.status === 303, `the form returns ${saved.status}`)
    for (const path of ['/admin/feeds', '/admin/feeds/new', '/admin/acts', '/admin/games']) {
      const answer = await sendRequest(target.url, { path, cookie: operator.cookie })
      count(tally, answer)
      expect(tally, answer.status === 200, `${path} returns ${answer.status}`)
      expect(tally, !answer.text.includes('<img src=x onerror'), `${path} contains the markup of a label`)
    }
  })

  await check('games on hosts that were not approved', 'rejected, and in no policy', async (tally, target) => {
    const operator = await findOperator(target)
    if (!operator?.cookie || !target.own) return
    const saved = await saveProvider(target, operator, { label: `Some ${unique()}`, gameHost: 'games.example' })
    const run = saved.headers.location
    expect(tally, typeof run === 'string', `the form returns ${saved.status}`)
    const plan = await waitForPlan(target, operator, String(run))
    count(tally, plan)
    expect(tally, plan.text.includes('unapproved.example'), 'the plan does not name the rejected host')
    const [found] = await query(databaseOf(target.own), `select from games where url = $1 or held_url = $1`, [
      UNAPPROVED,
    ])
    expect(tally, !found, 'the game was imported')

    // This simulates an earlier approval of the host.
    const slug = `unapproved-${unique()}`
    await query(databaseOf(target.own), INSERT, [slug, UNAPPROVED])
    for (const path of [`/games/${slug}`, '/games', '/']) {
      const answer = await sendRequest(target.url, { path: fresh(path) })
      count(tally, answer)
      expect(tally, !policyOf(answer).includes('unapproved.example'), `the policy of ${path} lists the host`)
    }
  })
}

const INSERT = `
  insert into games (slug, title, provider, provider_game_id, categories, tags, description, how_to_play, url)
  values ($1, 'Unapproved', 'gamepix', $1, '{Casual}', '{}', '', '', $2)`

/** Returns an operator of a portal that this run started. */
async function findOperator(target: Target): Promise<Player | null> {
  return target.own ? signUpOperator(target) : null
}

async function createFeed({ own }: Target): Promise<number> {
  const [feed] = await query<{ id: number }>(
    databaseOf(own!),
    `insert into feeds (name, provider) values ($1, 'gamepix') returning id`,
    [unique()],
  )
  return feed!.id
}

async function storedHosts({ own }: Target): Promise<unknown[]> {
  return query(databaseOf(own!), `select from provider_hosts where provider = 'gamepix'`)
}

/** Uploads a feed whose only game is not on the approved host, and saves its provider. */
async function saveProvider(
  target: Target,
  { cookie }: Player,
  { label, gameHost }: { label: string; gameHost: string },
): Promise<Answer> {
  const feed = JSON.stringify([{ title: 'Unapproved', url: UNAPPROVED, id: '1' }])
  const boundary = `b${unique()}`
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const file = part('file', feed, '; filename="feed.json"')
  const uploaded = await sendRequest(target.url, {
    path: '/admin/feeds/new',
    method: 'POST',
    cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${part('provider', 'any')}${part('address', '')}${file}--${boundary}--\r\n`,
  })
  const next = new URL(String(uploaded.headers.location ?? '/'), target.url).searchParams
  const form = {
    name: unique(),
    schedule: 'off',
    mode: 'publish',
    delistDays: '14',
    provider: 'any',
    address: '',
    fileKey: next.get('file') ?? '',
    fileName: 'feed.json',
    label,
    mapping: 'url=url&title=title&id=id',
    gameHost,
  }
  return sendForm(target.url, { path: '/admin/feeds/new', cookie, form })
}

/** Waits until the run of a feed has ended or has a plan. */
async function waitForPlan({ url }: Target, { cookie }: Player, run: string): Promise<Answer> {
  const ends = Date.now() + RUN_MS
  for (;;) {
    const answer = await sendRequest(url, { path: `${new URL(run, url).pathname}?kind=rejected`, cookie })
    if (answer.text.includes('unapproved.example') || Date.now() > ends) return answer
    await sleep(200)
  }
}

/** Returns the hosts from which the policies of some pages allow games. */
async function listedHosts(tally: Tally, target: Target): Promise<Set<string>> {
  const answers = await Promise.all(
    ['/', '/games', '/about'].map(async (path) => sendRequest(target.url, { path: fresh(path) })),
  )
  count(tally, ...answers)
  return new Set(answers.flatMap((answer) => /frame-src([^;]*)/.exec(policyOf(answer))?.[1]?.trim().split(/\s+/) ?? []))
}

function policyOf({ headers }: Answer): string {
  return String(headers['content-security-policy'] ?? '')
}
