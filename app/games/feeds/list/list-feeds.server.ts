import { prepared } from '../../../db/query.server.ts'
import type { FeedMode, FeedRunCounts, FeedRunState, FeedSchedule } from '../../../db/schema/feeds.server.ts'
import { MAX_GAMES } from '../feed-form-rules.ts'

/** A feed in the list of all feeds. */
export type ListedFeed = {
  id: number
  name: string
  provider: string
  schedule: FeedSchedule
  nextRunAt: Date | null
  mode: FeedMode
  /** The number of games that it lists, at most MAX_GAMES + 1. */
  games: number
  /** The last run; null before the first one. */
  run: {
    id: number
    state: FeedRunState
    entries: number
    counts: FeedRunCounts | null
    delistQuestion: string | null
    createdAt: string
  } | null
}

/** Lists the feeds that operators manage, by name. */
export function listFeeds(): Promise<ListedFeed[]> {
  return prepared<ListedFeed>('list-feeds', LIST)
}

const LIST = `
  select f.id, f.name, f.provider, f.schedule, f.next_run_at as "nextRunAt", f.mode,
    (select count(*)::int from (
      select from feed_games g where g.feed_id = f.id and g.run_id is not null limit ${MAX_GAMES + 1}
    ) listed) as games,
    (select json_build_object('id', r.id, 'state', r.state, 'entries', r.entries, 'counts', r.counts,
        'delistQuestion', r.delist_question, 'createdAt', r.created_at)
      from feed_runs r where r.feed_id = f.id order by r.id desc limit 1) as run
  from feeds f where f.is_saved
  order by lower(f.name), f.id limit 500`
