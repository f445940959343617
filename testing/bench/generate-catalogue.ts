/** node testing/bench/generate-catalogue.ts: fills the configured database with invented games and posts. */
import { sql } from 'drizzle-orm'
import { countFromOne, createProgram } from '../../cli/command-line.ts'
import { backgroundDatabase, closeDatabase, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { migrate } from '../../app/server/process/migrate.server.ts'
import { CATEGORIES } from '../../app/games/catalogue/default-categories.ts'
import { refreshListings, vacuumCatalogue } from '../../app/games/catalogue/listings.server.ts'
import { TAGS } from '../../app/games/catalogue/tags.ts'
import { config } from '../../app/server/process/config.server.ts'
import { generateCommunity, MAKE_ROLL } from './generate-community.ts'
import { FIRST_WORDS, LAST_WORDS, OTHER_TAGS, SECOND_WORDS, SYLLABLES } from './invented-words.ts'

/** Categories by realistic size: the first ones contain half of all games. */
const BY_SIZE = [...CATEGORIES].toSorted((a, b) => weight(b) - weight(a) || a.localeCompare(b))
const TAGS_BY_SIZE = TAGS.flatMap((tag, at) => [tag.toLowerCase(), ...OTHER_TAGS.slice(at * 4, at * 4 + 4)])
const AT_ONCE = 25_000

/**
 * Adds `count` invented games with all derived data, always the same for the same count, in at most 500 imports, two a
 * day. 500,000 take about three minutes.
 */
export async function generateCatalogue(count: number, onProgress: (games: number) => void = () => {}): Promise<void> {
  const batch = Math.max(20, Math.ceil(count / 500))
  await backgroundDatabase().transaction(async (tx) => {
    await tx.execute(MAKE_ROLL)
    await tx.execute(sql`
      create function pg_temp.pick(list text[], roll float8, skew float8) returns text language sql immutable
      return list[1 + floor(cardinality(list) * power(roll, skew))::int]`)
    for (let from = 1; from <= count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE - 1)
      await createGames(tx, from, to, batch, Math.ceil(count / batch))
      onProgress(to)
    }
    await tx.execute(sql`
      insert into game_views (game_id, views)
      select id, least(3000000, floor(2 * power(1 - pg_temp.roll(substr(provider_game_id, 9)::int, 6), -1.25)) - 2)::bigint
      from games where provider = 'gamemonetize'`)
    await refreshListings(tx, sql`select id from games where provider = 'gamemonetize'`)
  })
  await vacuumCatalogue()
  // Otherwise later disk writes would be measured with the pages.
  await backgroundDatabase().execute(sql`checkpoint`)
}

type Transaction = Parameters<typeof refreshListings>[0]

async function createGames(tx: Transaction, from: number, to: number, batch: number, imports: number) {
  await tx.execute(sql`
    with numbered as (
      select n, (n - 1) / ${batch}::int as import,
        case when pg_temp.roll(n, 1) < 0.08
          then initcap(pg_temp.pick(${list(SYLLABLES)}, pg_temp.roll(n, 2), 1) || pg_temp.pick(${list(SYLLABLES)}, pg_temp.roll(n, 3), 1)
            || pg_temp.pick(${list(SYLLABLES)}, pg_temp.roll(n, 4), 1))
          else pg_temp.pick(${list(FIRST_WORDS)}, pg_temp.roll(n, 2), 1.8) end
        || ' ' || pg_temp.pick(${list(SECOND_WORDS)}, pg_temp.roll(n, 5), 1.6)
        || case when pg_temp.roll(n, 7) < 0.33
          then ' ' || pg_temp.pick(${list(LAST_WORDS)}, pg_temp.roll(n, 8), 2) else '' end as title
      from generate_series(${from}::int, ${to}::int) n
    )
    insert into games (provider, provider_game_id, slug, title, categories, raw_category, tags, description, how_to_play,
      published_by, url, image_url, width, height, plays_on_phones, feed_position, created_at, updated_at)
    select 'gamemonetize', 'invented' || n, replace(lower(title), ' ', '-') || '-' || n, title,
      array(
        select distinct pg_temp.pick(${list(BY_SIZE)}, pg_temp.roll(n, 10 + k), 1.9)
        from generate_series(1, 1 + floor(3 * power(pg_temp.roll(n, 9), 1.5))::int) k
      ),
      null,
      array(
        select distinct pg_temp.pick(${list(TAGS_BY_SIZE)}, pg_temp.roll(n, 20 + k), 2.4)
        from generate_series(1, 4 + floor(7 * pg_temp.roll(n, 19))::int) k
      ),
      title || ' is an invented game for measurements. Move through ' || 10 + n % 90 || ' levels, collect what you find on '
        || 'the way, stay clear of what moves, and beat the time that you took before. Every level brings something new.',
      E'Arrow keys or touch to move.\nSpace or a tap to jump.\nP to pause.',
      'Studio ' || 1 + floor(900 * power(pg_temp.roll(n, 31), 2))::int,
      'https://html5.gamemonetize.com/' || md5(n::text) || '/',
      'https://img.gamemonetize.com/' || md5(n::text) || '/512x384.jpg',
      case n % 7 when 3 then 600 else 960 end, case n % 7 when 3 then 960 else 600 end, n % 3 > 0, (n - 1) % ${batch}::int,
      -- The last import is from three hours before the day began.
      date_trunc('day', now()) - interval '3 hours' - (${imports}::int - 1 - import) * interval '12 hours', now()
    from numbered`)
}

function list(words: readonly string[]) {
  return sql`${sql.param([...words])}::text[]`
}

function weight(category: string): number {
  const common = [
    'Casual',
    'Puzzle',
    'Action',
    'Car',
    'Adventure',
    'Shooting',
    'Sports',
    'Dress Up',
    'Driving',
    'Stickman',
  ]
  return common.includes(category) ? common.length - common.indexOf(category) : 0
}

if (import.meta.main) {
  const { processedArgs } = createProgram(
    'node testing/bench/generate-catalogue.ts',
    'Fills the configured database with invented games, and posts about them.',
  )
    .argument('<games>', 'how many games', countFromOne)
    .argument('[posts]', 'how many posts', Number, 0)
    .parse()
  const [count, posts] = processedArgs as [number, number]
  const { databaseUrl, dataDir } = config()
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, role: 'command' })
  const primary = embedded?.connection ?? { connectionString: databaseUrl }
  try {
    await migrate(primary)
    openDatabase({ primary, onError: () => {} })
    await generateCatalogue(count, (games) => process.stdout.write(`\r${games} games`))
    console.log()
    if (posts) await generateCommunity(posts)
  } finally {
    await closeDatabase()
    await embedded?.release()
  }
}
