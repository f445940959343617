import { backgroundDatabase } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { type Job, NO_DATA } from '../../server/jobs/jobs.server.ts'
import { FLAGS } from './listings.server.ts'

const WEEK_DAYS = 7
const DAYS_STORED = 400

/** Updates the plays and failures of the last seven days each hour, and deletes days that are too old. */
export const refreshingWeeks: Job = {
  queue: {
    name: 'refresh-weeks',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '7 * * * *',
  },
  work: refreshWeeks,
}

/** Sums the last seven UTC days of each game, today included, and writes only what differs. */
export async function refreshWeeks(): Promise<void> {
  await backgroundDatabase().transaction(async (tx) => {
    await preparedIn(tx, 'add-weeks', ADD)
    await preparedIn(tx, 'refresh-weeks', REFRESH, [WEEK_DAYS])
    await preparedIn(tx, 'unlabel-failing', UNLABEL)
    await preparedIn(tx, 'label-failing', LABEL)
    await preparedIn(tx, 'delete-old-days', DELETE, [DAYS_STORED])
  })
}

/** Rows that `refreshListings` of an older node did not add. */
const ADD = `
  insert into game_weeks (game_id, plays, failures)
  select id, 0, 0 from games g where not exists (select from game_weeks w where w.game_id = g.id)
  on conflict do nothing`

const REFRESH = `
  with sums as (
    select game_id, sum(plays)::int as plays, sum(failures)::int as failures from game_days
    where day > (now() at time zone 'utc')::date - $1::int group by game_id
  ), changed as (
    select w.game_id, coalesce(s.plays, 0) as plays, coalesce(s.failures, 0) as failures
    from game_weeks w left join sums s on s.game_id = w.game_id
    where (w.plays, w.failures) <> (coalesce(s.plays, 0), coalesce(s.failures, 0))
  )
  update game_weeks w set plays = c.plays, failures = c.failures from changed c where w.game_id = c.game_id`

const UNLABEL = `
  delete from game_labels l where label = '${FLAGS.failing}'
    and not exists (select from game_weeks w where w.game_id = l.game_id and w.failures > 0)`

const LABEL = `
  insert into game_labels (label, created_at, game_id)
  select '${FLAGS.failing}', g.created_at, g.id from game_weeks w join games g on g.id = w.game_id
  where w.failures > 0 and g.status <> 'deleted' on conflict do nothing`

const DELETE = `delete from game_days where day < (now() at time zone 'utc')::date - $1::int`
