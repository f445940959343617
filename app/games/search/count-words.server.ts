import { sql } from 'drizzle-orm'
import { backgroundDatabase } from '../../db/connection.server.ts'
import { listed } from '../../db/listed.server.ts'
import { type Job, NO_DATA } from '../../server/jobs/jobs.server.ts'

/** Length limits of the words that the search knows. Other words are not corrected. Keep in step with the migration. */
export const SHORTEST = 2
export const LONGEST = 24

/** Updates the words for spelling correction each night. */
export const countingWords: Job = {
  queue: {
    name: 'count-words',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '17 4 * * *',
  },
  work: countWords,
}

/**
 * Counts how many games have each word and deletes words without games. Writes only changed rows. It reads every title,
 * so it runs once a day instead of after each write.
 */
export async function countWords(): Promise<void> {
  await backgroundDatabase().execute(sql`
    with counted as materialized (
      select word, count(*)::int as games
      from games, unnest(text_words(title || ' ' || array_to_string(categories || tags, ' '))) word
      where ${sql.raw(listed())} and length(word) between ${SHORTEST} and ${LONGEST} group by word
    ), gone as (
      delete from search_words s where not exists (select from counted c where c.word = s.word)
    )
    insert into search_words as s (word, games) select word, games from counted order by word
    on conflict (word) do update set games = excluded.games where s.games <> excluded.games`)
}
