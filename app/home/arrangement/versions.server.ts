import { eq, sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { type HomeArrangement, homeVersions } from '../../db/schema/arrangement.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { formatMoment } from '../../lib/dates.ts'
import { AUTOMATIC } from '../home-rows.ts'
import { VERSIONS_SHOWN } from './arrangement-rules.ts'
import { describeChanges } from './describe-changes.ts'
import { findDraftIn, findNewestIn, findVersionIn, rowNames, lockVersions } from './drafts.server.ts'

type Operator = Pick<Player, 'id' | 'username'>

/** A published version. `title` describes its changes. */
export type Version = { id: number; publishedAt: Date; who: string; act: string; title: string | null }

/** Returns published versions, newest first. Visitors see the first one. */
export function listVersions(): Promise<Version[]> {
  return prepared<Version>('home-versions', VERSIONS)
}

/** Returns a published version with its arrangement, or null. */
export async function findVersion(id: number): Promise<(Version & { arrangement: HomeArrangement }) | null> {
  return (await prepared<Version & { arrangement: HomeArrangement }>('home-version', ONE, [id]))[0] ?? null
}

/**
 * Publishes an operator's draft. Refused if another version was published after the draft was started or after the
 * operator loaded the page. `seen` is the published version that the page showed, 0 for none.
 */
export async function publishDraft(operator: Operator, seen: number): Promise<ActOutcome> {
  const { withAllRows, nameOf } = rowNames()
  return database().transaction(async (tx) => {
    await lockVersions(tx)
    const draft = await findDraftIn(tx, operator.id)
    if (!draft) return { outcome: 'gone' }
    const newest = await findNewestIn(tx)
    if (newest && (newest.id !== seen || newest.id !== draft.basedOn)) return publishedMeanwhile(tx, newest.id)
    const title = describeChanges(withAllRows(newest?.arrangement ?? AUTOMATIC), draft.arrangement, nameOf)
    await tx
      .update(homeVersions)
      .set({ publishedAt: sql`clock_timestamp()` })
      .where(eq(homeVersions.id, draft.id))
    await logAct(tx, { by: operator, act: 'published', on: onVersion(draft.id), details: { title } })
    await purgePages(['games'], tx)
    return { outcome: 'done' }
  })
}

/** Replaces the version `seen`, which another operator published in the meantime, with an operator's draft. */
export async function keepDraft(operator: Operator, seen: number): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    await lockVersions(tx)
    const draft = await findDraftIn(tx, operator.id)
    if (!draft) return { outcome: 'gone' }
    const newest = await findNewestIn(tx)
    if (newest && newest.id !== seen) return publishedMeanwhile(tx, newest.id)
    await tx
      .update(homeVersions)
      .set({ basedOn: newest?.id ?? null })
      .where(eq(homeVersions.id, draft.id))
    return { outcome: 'done' }
  })
}

/**
 * Publishes an earlier version again, as a new version; 0 is the automatic page. Refused if another version was
 * published after the operator loaded the page, when `seen` was the published one.
 */
export async function restoreVersion(operator: Operator, id: number, seen: number): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    await lockVersions(tx)
    const newest = await findNewestIn(tx)
    if (newest && newest.id !== seen) return publishedMeanwhile(tx, newest.id)
    const version = id ? await findVersionIn(tx, id) : null
    if ((id && !version) || id === (newest?.id ?? 0)) return { outcome: 'gone' }
    const [created] = await tx
      .insert(homeVersions)
      .values({ arrangement: version?.arrangement ?? AUTOMATIC, publishedAt: sql`clock_timestamp()` })
      .returning({ id: homeVersions.id })
    const title = version ? `the version of ${formatMoment(version.publishedAt)}` : 'the automatic home page'
    await logAct(tx, { by: operator, act: 'restored', on: onVersion(created!.id), details: { title } })
    await purgePages(['games'], tx)
    return { outcome: 'done' }
  })
}

const onVersion = (id: number) => ({ kind: 'home page' as const, id: String(id) })

async function publishedMeanwhile(tx: Transaction, id: number): Promise<ActOutcome> {
  const act = await findActSince(tx, onVersion(id), 0)
  return act ? { outcome: 'decided', ...act } : { outcome: 'changed' }
}

const COLUMNS = `
  v.id, v.published_at as "publishedAt", coalesce(a.operator_name, '') as who, coalesce(a.act, '') as act,
  a.details->>'title' as title`
const FROM = `from home_versions v left join lateral (
    select operator_name, act, details from operator_acts
    where on_kind = 'home page' and on_id = v.id::text and act in ('published', 'restored') order by id desc limit 1
  ) a on true where v.published_at is not null`

const VERSIONS = `select ${COLUMNS} ${FROM} order by v.published_at desc limit ${VERSIONS_SHOWN}`
const ONE = `select ${COLUMNS}, v.arrangement ${FROM} and v.id = $1`
