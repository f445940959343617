import { href } from 'react-router'
import { prepared } from '../../db/query.server.ts'
import type { feeds } from '../../db/schema/feeds.server.ts'
import { notFound, type Missing } from '../../server/http/responses.server.ts'
import { MAX_GAMES } from './feed-form-rules.ts'
import { currentRule } from './rules/current-rule.ts'

export const NO_FEED: Missing = {
  name: 'No such feed',
  title: 'Feed not found',
  text: 'There is no feed with this number. It may have been deleted.',
  action: { label: 'All feeds', href: href('/admin/feeds') },
}

type Row = typeof feeds.$inferSelect

/** A feed that operators manage. */
export type Feed = Pick<
  Row,
  | 'id' | 'name' | 'provider' | 'address' | 'fileKey' | 'fileName' | 'options' | 'schedule' | 'nextRunAt' | 'mode'
  | 'rules' | 'usesDefaultRules' | 'delistDays' | 'completeEntries' | 'version'
> & {
  /** The number of games that it lists, at most MAX_GAMES + 1. */
  games: number
} // prettier-ignore

/** Finds a feed that operators manage, with the current names of categories. Throws a 404 if there is none. */
export async function findFeed(id: number): Promise<Feed> {
  const [feed] = await prepared<Feed>('find-feed', FIND, [id])
  if (!feed) throw notFound(NO_FEED)
  return { ...feed, rules: feed.rules.map(currentRule) }
}

const FIND = `
  select f.id, f.name, f.provider, f.address, f.file_key as "fileKey", f.file_name as "fileName", f.options,
    f.schedule, f.next_run_at as "nextRunAt", f.mode, f.rules, f.uses_default_rules as "usesDefaultRules",
    f.delist_days as "delistDays", f.complete_entries as "completeEntries", f.version,
    (select count(*)::int from (
      select from feed_games g where g.feed_id = f.id and g.run_id is not null limit ${MAX_GAMES + 1}
    ) listed) as games
  from feeds f where f.id = $1 and f.is_saved`
