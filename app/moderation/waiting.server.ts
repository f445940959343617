import { prepared } from '../db/query.server.ts'
import { isIdOf, type Subject } from './subject.server.ts'

export const WAITING_ON_PAGE = 20

/** The maximum count of waiting items that pages show. */
export const MAX_COUNT_SHOWN = 100

/** The maximum number of rows that the count of waiting items reads. */
const MAX_COUNTED = 500

/** SQL: open reports `r` about items that still exist and are not removed. */
const OPEN_REPORTS = `reports r where r.decision is null and case r.kind
  when 'post' then exists (select from posts where id = r.on_id::int and state <> 'removed')
  when 'comment' then exists (select from comments where id = r.on_id::int and state <> 'removed')
  when 'picture' then exists (select from players where id = r.about_id and '/files/' || avatar = r.on_id)
    or exists (select from posts where player_id = r.about_id and media_url = r.on_id)
  else true end`

/** SQL: kind, id and time of all waiting items. An item with several reports appears several times. */
const WAITING = `
  select 'post' as kind, id::text as id, coalesce(edited_at, created_at) as at from posts where state = 'held'
  union all select 'comment', id::text, coalesce(edited_at, created_at) from comments where state = 'held'
  union all select r.kind, r.on_id, r.created_at from ${OPEN_REPORTS}`

/**
 * SQL expression: the number of items that wait for an operator, at most MAX_COUNT_SHOWN. It reads at most MAX_COUNTED
 * rows.
 */
export const WAITING_COUNT = `(select least(count(*), ${MAX_COUNT_SHOWN})::int from (
  select distinct kind, id from (select kind, id from (${WAITING}) w limit ${MAX_COUNTED}) looked) things)`

/** The data about the queue that every page loads for operators. */
export type PlayerDuties = {
  /** The number of waiting items, at most MAX_COUNT_SHOWN; null for visitors and other players. */
  waiting: number | null
}

/**
 * Returns a page of items that wait for an operator, oldest first. Returns the items after the cursor `after`, or the
 * first page if there is no valid cursor. `next` is the cursor of the next page, or null.
 */
export async function listWaiting(after: string | null): Promise<{ subjects: Subject[]; next: string | null }> {
  const [, micros = null, kind = '', id = ''] = CURSOR.exec(after ?? '') ?? []
  const rows = await prepared<Subject & { micros: string }>('waiting', LIST, [micros, kind, id, WAITING_ON_PAGE + 1])
  const subjects = rows.slice(0, WAITING_ON_PAGE)
  const last = subjects.at(-1)
  const next = rows.length > WAITING_ON_PAGE && last ? `${last.micros}.${last.kind}.${last.id}` : null
  return { subjects: subjects.filter((subject) => isIdOf(subject.kind, subject.id)), next }
}

/** A cursor: microseconds, kind and id of the last item of a page. */
const CURSOR = /^(\d{1,17})\.(post|comment|player|picture)\.([\w/.-]{1,200})$/

const LIST = `
  select kind, id, micros::text from (
    select kind, id, (extract(epoch from min(at)) * 1000000)::bigint as micros from (${WAITING}) w group by kind, id
  ) things
  where $1::bigint is null or (micros, kind, id) > ($1, $2, $3)
  order by micros, kind, id limit $4`
