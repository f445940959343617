import { sql } from 'drizzle-orm'
import { addComment } from '../../app/community/comments/add-comment.server.ts'
import { backgroundDatabase, closeDatabase, database, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import type { Player } from '../../app/server/sessions/session.server.ts'
import { median, type Spread, spreadOf } from './send-load.ts'

/** Comments a second, written by the portal and by a bare transaction with the same rows; `faults` should be empty. */
export type Commented = { perSecond: number; bare: number; ratio: Spread; written: number; faults: string[] }

const ROUNDS = 9
const COMMENTS = 250
/** All connections of the pool, plus some requests that wait. */
const AT_ONCE = 16
const TEXT = 'Brake before the puddle, not in it: the car keeps its angle, and you come out pointing at the crane.'
const CREDITS = 20

/**
 * Many players comment on many posts at once, with credits and notifications, alternating with the bare transaction.
 */
export async function measureComments(dataDir: string): Promise<Commented> {
  const { connection, release } = await startEmbedded({ dataDir, role: 'command' })
  // Measures throughput, so a page's time limit does not apply.
  openDatabase({ primary: { ...connection, connectionTimeoutMillis: 60_000 }, onError: () => {} })
  try {
    const players = await read<Player>(sql`
      select id, username, full_name as "fullName", email, avatar, role, '' as "sessionId" from players
      where username like 'writer\\_%' order by random() limit ${ROUNDS * COMMENTS}`)
    const posts = await read<{ id: number; authorId: string }>(sql`
      select id, player_id as "authorId" from posts where state = 'shown' order by random() limit ${ROUNDS * COMMENTS}`)
    const before = await count()
    const rounds: { product: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const pairs = Array.from({ length: COMMENTS }, (_, at) => {
        const nth = round * COMMENTS + at
        return { player: players[nth % players.length]!, post: posts[nth % posts.length]! }
      })
      const product = await time(pairs, ({ player, post }) => addComment(player, post.id, TEXT))
      rounds.push({ product, bare: await time(pairs, ({ player, post }) => writeBare(player.id, post)) })
    }
    const written = (await count()) - before
    const expected = 2 * ROUNDS * COMMENTS
    const faults = [
      ...(written === expected ? [] : [`${expected} were acknowledged, ${written} were stored`]),
      ...(await compare()),
    ]
    return {
      perSecond: median(rounds.map(({ product }) => product)),
      bare: median(rounds.map(({ bare }) => bare)),
      ratio: spreadOf(rounds.map(({ product, bare }) => product / bare)),
      written,
      faults,
    }
  } finally {
    await closeDatabase()
    await release()
  }
}

/** How many a second. */
async function time<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const left = [...all]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one; one = left.pop()) await work(one)
    }),
  )
  return all.length / ((performance.now() - started) / 1000)
}

/** Writes a comment, its award, its author's balance, the notification and the count, without reading anything. */
function writeBare(playerId: string, post: { id: number; authorId: string }): Promise<void> {
  return database().transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`insert into comments (post_id, player_id, content) values (${post.id}, ${playerId}, ${TEXT}) returning id`,
    )
    const { id } = rows[0]!
    await tx.execute(sql`
      insert into credit_awards (player_id, activity_type, credits, key) values (${playerId}, 'comment', ${CREDITS}, ${`comment:${id}`})`)
    await tx.execute(sql`
      insert into credit_balances as b (player_id, total) values (${playerId}, ${CREDITS})
      on conflict (player_id) do update set total = b.total + ${CREDITS}`)
    await tx.execute(sql`
      insert into notifications (player_id, kind, post_id, comment_id, actor_id)
      values (${post.authorId}, 'comment', ${post.id}, ${id}, ${playerId})`)
    await tx.execute(sql`update post_counts set comments = comments + 1 where post_id = ${post.id}`)
  })
}

async function count(): Promise<number> {
  const [row] = await read<{ count: number }>(sql`select count(*)::int as count from comments`)
  return row!.count
}

/** Compares stored counts with the counted rows. */
async function compare(): Promise<string[]> {
  const [row] = await read<{ posts: number; balances: number }>(sql`
    select (
        select count(*)::int from post_counts n
        where comments <> (select count(*) from comments c where c.post_id = n.post_id and c.state = 'shown')
      ) as posts,
      (
        select count(*)::int from credit_balances b
        where total <> (select coalesce(sum(credits), 0) from credit_awards a where a.player_id = b.player_id)
      ) as balances`)
  return Object.entries(row!).flatMap(([what, wrong]) => (wrong ? [`${wrong} ${what} differ from their rows`] : []))
}

/** Uses connections without a page's time limit. */
async function read<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) {
  return (await backgroundDatabase().execute<Row>(query)).rows
}
