import { sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../accounts/operators/audit-log.server.ts'
import { database } from '../db/connection.server.ts'
import { prepared, preparedIn } from '../db/query.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { linesOf } from './moderation-rules.ts'
import { wordsOf } from '../db/blocklist.server.ts'

const LIST = { kind: 'words', id: 'held' } as const

/** Returns the blocklist in alphabetical order and the id of the newest act on it (0 if there is none). */
export async function readBlocklist(): Promise<{ words: string[]; seen: number }> {
  const [found] = await prepared<{ words: string[]; seen: number }>('held-words', READ, [LIST.kind, LIST.id])
  return found ?? { words: [], seen: 0 }
}

/**
 * Replaces the blocklist with `text`, a word or phrase per line, validated by `blocklistRules`. Stores only letters and
 * digits, in lower case, so several lines may become one. Does not affect posts that are already public.
 */
export function saveBlocklist(
  { operator, seen }: { operator: Player; seen: number },
  text: string,
): Promise<ActOutcome> {
  const words = [...new Set(linesOf(text).map((line) => wordsOf(line).trim()))]
  return database().transaction(async (tx) => {
    await tx.execute(sql`lock table held_words in share row exclusive mode`)
    const other = await findActSince(tx, LIST, seen)
    if (other) return { outcome: 'decided', ...other }
    const fewer = await preparedIn(tx, 'held-words-out', REMOVE_MISSING, [words])
    const more = await preparedIn(tx, 'held-words-in', ADD, [words])
    const why = `${more.length} added, ${fewer.length} removed`
    await logAct(tx, { by: operator, act: 'words changed', on: LIST, why })
    return { outcome: 'done' }
  })
}

const REMOVE_MISSING = `delete from held_words where word <> all ($1::text[]) returning word`
const ADD = `insert into held_words (word) select unnest($1::text[]) on conflict do nothing returning word`

const READ = `
  select coalesce((select array_agg(word order by word) from held_words), '{}') as words,
    (select coalesce(max(id), 0) from operator_acts where on_kind = $1 and on_id = $2) as seen`
