import { sql } from 'drizzle-orm'
import { backgroundDatabase } from '../../app/db/connection.server.ts'
import { POST_TYPES } from '../../app/community/post-rules.ts'
import { TAGS } from '../../app/games/catalogue/tags.ts'
import { FIRST_WORDS, LAST_WORDS, SECOND_WORDS } from './invented-words.ts'

const COMMENTS_EACH = 10
const LIKES_EACH = 5
const POSTS_OF_PLAYER = 20
const AT_ONCE = 20_000

/** A number in [0, 1], determined by `one` and `purpose`. */
export const MAKE_ROLL = sql`
  create or replace function pg_temp.roll(one int, purpose int) returns float8 language sql immutable
  return (hashint8extended(one, purpose) & 2147483647) / 2147483648.0::float8`

/**
 * Adds `count` invented posts with an average of ten comments and five likes, and one player per twenty posts; newer
 * posts have fewer, a few have hundreds. Always the same for the same count. 100,000 take about two minutes.
 */
export async function generateCommunity(count: number): Promise<void> {
  const players = Math.max(50, Math.ceil(count / POSTS_OF_PLAYER))
  const words = sql`${sql.param([...new Set([...FIRST_WORDS, ...SECOND_WORDS, ...LAST_WORDS])])}::text[]`
  await backgroundDatabase().transaction(async (tx) => {
    await tx.execute(MAKE_ROLL)
    // Word frequencies are realistic: the tenth word is a tenth as frequent as the first.
    await tx.execute(sql`
      create function pg_temp.sentence(list text[], one int, purpose int, size int) returns text language sql immutable
      return (select string_agg(list[1 + floor(cardinality(list) * power(pg_temp.roll(one, purpose + k), 2.5))::int], ' ' order by k)
        from generate_series(1, size) k)`)
    await tx.execute(sql`
      insert into players (username, email, email_verified, created_at)
      select 'writer_' || n, 'writer_' || n || '@mail.example', true, now() - interval '400 days' from generate_series(1, ${players}::int) n`)
    await tx.execute(sql`
      create temp table writers on commit drop as
      select row_number() over (order by username)::int as number, id from players where username like 'writer\\_%'`)
    await tx.execute(sql`create unique index on writers (number)`)
    for (let from = 1; from <= count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE - 1)
      await tx.execute(sql`
        with made as (
          insert into posts (player_id, title, content, type, tags, game_id, created_at)
          select w.id, initcap(pg_temp.sentence(${words}, n, 100, 2 + n % 4)), pg_temp.sentence(${words}, n, 200, 8 + (power(pg_temp.roll(n, 1), 3) * 200)::int),
            (${sql.param([...POST_TYPES])}::text[])[1 + n % 4],
            array(select distinct (${sql.param([...TAGS])}::text[])[1 + floor(42 * pg_temp.roll(n, 10 + k))::int] from generate_series(1, n % 5) k),
            case when n % 3 = 0 then (select id from games order by id offset n % 500 limit 1) end,
            now() - (${count}::int - n) * interval '3 minutes'
          from generate_series(${from}::int, ${to}::int) n join writers w on w.number = 1 + n % ${players}::int
          returning id, type
        )
        insert into post_counts (post_id, type, is_shown) select id, type, true from made`)
    }
    // Counts fall with a random rank: the mean is as given, and the most discussed posts have hundreds.
    const share = (purpose: number, mean: number) =>
      sql`least(400, floor(${mean} * 0.35 * power(greatest(1e-4, pg_temp.roll(p.id, ${purpose}::int)), -0.65)))::int`
    await tx.execute(sql`
      insert into comments (post_id, player_id, content, created_at)
      select p.id, w.id, pg_temp.sentence(${words}, p.id * 7 + k, 300, 4 + k % 20), p.created_at + k * interval '7 minutes'
      from posts p cross join lateral generate_series(1, ${share(2, COMMENTS_EACH)}) k
      join writers w on w.number = 1 + (p.id + k * 13) % ${players}::int
      where p.player_id in (select id from writers)`)
    await tx.execute(sql`
      insert into post_likes (post_id, player_id)
      select p.id, w.id from posts p cross join lateral generate_series(1, least(${share(3, LIKES_EACH)}, ${players}::int - 1)) k
      join writers w on w.number = 1 + (p.id + k) % ${players}::int
      where p.player_id in (select id from writers)`)
    await tx.execute(sql`
      update post_counts n set
        likes = (select count(*) from post_likes where post_id = n.post_id),
        comments = (select count(*) from comments where post_id = n.post_id)`)
  })
  await backgroundDatabase().execute(sql`vacuum (analyze) players, posts, post_counts, comments, post_likes`)
  await backgroundDatabase().execute(sql`checkpoint`)
}
