import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { findPlanFaults, recordPlans } from '../../testing/fixtures/query-plans.ts'
import { createGames } from '../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { countPlayers } from '../accounts/count-players.server.ts'
import { type NewMessage, receiveMessage } from '../contact/receive-message.server.ts'
import { listHistory } from '../credits/list-history.server.ts'
import { database } from '../db/connection.server.ts'
import { listNotifications, markAllRead } from '../notifications/list-notifications.server.ts'
import { signedCookie } from '../server/sessions/session.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { blockPlayer, listBlocked, unblockPlayer } from './blocks.server.ts'
import { listPostsOf } from './posts-of-player.server.ts'
import { findProfile } from './profile.server.ts'
import { countWishesOf, listWishesOf } from './wishes-of-player.server.ts'

const POSTS = 30_000
const PLAYERS = 300
const WISHES = 400
/**
 * The maximum number of rows that a statement may read from one table. SUMMED is the limit for sums over posts. The
 * code sums at most 5,000 posts, and this player has 2,000.
 */
const ROWS = 1000
const SUMMED = 2500
const BIG = new Set([
  'posts',
  'post_counts',
  'comments',
  'notifications',
  'wishlist_entries',
  'player_blocks',
  'players',
  'credit_awards',
])
/** A page counts an operator's new messages, but not for other players. */
const BIG_FOR_MESSAGES = new Set(['players', 'messages'])

let world: Awaited<ReturnType<typeof createTestDatabase>>
let player: { id: string; username: string; token: string }
let other: { id: string; username: string }

beforeAll(async () => {
  // With a mail server and without CONTACT_EMAIL, messages to the operators are mailed to all of them.
  Object.assign(process.env, {
    AUTH_SECRET: 'a secret of thirty-two characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Playhall <hall@playhall.example>',
  })
  world = await createTestDatabase()
  await fill()
})

afterAll(() => world.drop())

const page = (path: string) =>
  loadShellPlayer(new Request(`http://localhost${path}`, { headers: { cookie: signedCookie(player.token) } }))

const MESSAGE = 'message to the operators'

const QUERIES: Record<string, () => Promise<unknown>> = {
  'profile for a visitor': () => findProfile(player.username, null),
  'profile for a player': () => findProfile(other.username, player.token),
  posts: async () => listPostsOf((await findProfile(player.username, null))!, 20),
  'older posts': async () => listPostsOf((await findProfile(player.username, null))!, 20, POSTS / 2),
  'own posts': async () => listPostsOf((await findProfile(player.username, player.token))!, 20),
  wishlist: async () => listWishesOf((await findProfile(player.username, null))!, 24, 3),
  'length of a wishlist': async () => countWishesOf((await findProfile(player.username, null))!),
  block: () => blockPlayer(player.id, other.username),
  'blocked players': () => listBlocked(player.id),
  unblock: () => unblockPlayer(player.id, other.username),
  'newest notifications': () => listNotifications(player.id, ''),
  'older notifications': async () => listNotifications(player.id, (await listNotifications(player.id, '')).after!),
  'history of credits': () => listHistory(player.token, 1),
  'player of a page': () => page('/'),
  'player on the page of a post': () => page('/community/7'),
  'all notifications read': () => markAllRead(player.id),
  [MESSAGE]: () => receiveMessage(new Request('http://localhost/contact'), newMessage(), ''),
}

const newMessage = (): NewMessage => ({
  kind: 'contact',
  category: 'general',
  name: 'Jo',
  email: 'jo@mail.example',
  subject: 'Lamps',
  content: `Where are they? ${crypto.randomUUID()}`,
  rating: null,
})

for (const mode of ['custom', 'generic'] as const) {
  test(`no query about a player reads more than that player’s rows, with ${mode} plans`, async () => {
    const plansOf = await recordPlans(world.connection, mode)
    const faults: Record<string, string[]> = {}
    for (const [name, run] of Object.entries(QUERIES)) {
      const plans = await plansOf(run)
      expect(plans.length, `${name} was explained`).toBeGreaterThan(0)
      const sums = /profile|posts|wishlist|^block$/.test(name)
      const tables = name === MESSAGE ? BIG_FOR_MESSAGES : BIG
      const found = plans.flatMap((plan) => findPlanFaults(plan, tables, sums ? SUMMED : ROWS))
      if (found.length) faults[name] = found
    }
    expect(faults).toEqual({})
  })
}

test('the number of active players is read from an index of recent days', async () => {
  // The first count does not use the connections of pages, whose plans are recorded.
  await expect.poll(countPlayers).toBeGreaterThan(0)
  const plansOf = await recordPlans(world.connection, 'custom')
  const plans = async () => JSON.stringify(await plansOf(countPlayers))
  await expect.poll(plans).toContain('"Index Name":"sign_in_days_active"')
})

/** Creates one player with 2,000 posts, and many with few. */
async function fill(): Promise<void> {
  const made = await createPlayer()
  player = { id: made.id, username: made.username, token: (await signIn(made)).token }
  other = await createPlayer()
  await database().execute(sql`
    insert into players (username, email) select 'crowd_' || n, 'crowd_' || n || '@mail.example' from generate_series(1, ${PLAYERS * 100}) n`)
  await database().execute(sql`
    insert into sign_in_days (player_id, day)
    select id, (now() at time zone 'utc')::date - case when row_number() over () <= 50 then 1 else 60 end
    from players where username like 'crowd_%'`)
  await database().execute(sql`
    with crowd as (select array_agg(id) as ids from (select id from players where username like 'crowd_%' limit ${PLAYERS}) few)
    insert into posts (player_id, content, type)
    select case when n % ${POSTS / 2000} = 0 then ${player.id}::uuid else ids[1 + n % ${PLAYERS}] end, 'Some words ' || n, 'discussion'
    from generate_series(1, ${POSTS}) n, crowd`)
  await database().execute(sql`
    insert into post_counts (post_id, type, is_shown, likes) select id, type, true, id % 9 from posts`)
  await database().execute(sql`
    insert into comments (post_id, player_id, content) select id, player_id, 'words' from posts where id % 3 = 0`)
  await database().execute(sql`
    insert into notifications (player_id, kind, post_id, comment_id, actor_id, created_at, read_at)
    select p.player_id, 'comment', p.id, c.id, ${other.id}::uuid, now() - make_interval(secs => p.id),
      case when p.id % 100 = 0 then null else now() end
    from posts p left join comments c on c.post_id = p.id`)
  await database().execute(sql`
    insert into credit_awards (player_id, activity_type, credits, key, created_at)
    select player_id, 'post', 30, 'post:' || id, created_at - make_interval(mins => id) from posts`)
  await database().execute(sql`
    insert into player_blocks (player_id, blocked_id)
    select a.id, b.id from players a join players b on a.id <> b.id
    where a.username like 'crowd_1%' and b.username like 'crowd_2_' limit 20000`)
  await createGames(Array.from({ length: WISHES }, (_, at) => ({ slug: `g-${at}`, title: `Game ${at}` })))
  await database().execute(sql`
    insert into wishlist_entries (player_id, game_id)
    select p.id, g.id from (select id from players limit 60) p, games g on conflict do nothing`)
  await database().execute(sql`
    insert into wishlist_entries (player_id, game_id) select ${player.id}::uuid, id from games on conflict do nothing`)
  await database().execute(sql`
    insert into messages (kind, category, content, created_at, due_at)
    select 'contact', 'general', 'Lamps', now() - make_interval(days => 2 + n), now() - make_interval(days => 1 + n)
    from generate_series(1, 5000) n`)
  await database().execute(sql`vacuum analyze`)
}
