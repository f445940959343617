import { sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, findSeen, logAct } from '../accounts/operators/audit-log.server.ts'
import { database } from '../db/connection.server.ts'
import { siteTexts } from '../db/schema/site.server.ts'
import { purgePages } from '../server/cache/purge.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { readSiteCopy } from '../site/site-texts.server.ts'
import { SITE_COPY, type SiteCopy } from '../site/site-copy.ts'
import { SITE_FIELDS } from './site-rules.ts'

const WORDS = { kind: 'site', id: 'words' } as const

type By = { operator: Player; seen: number }

/** Returns the texts, whether an operator changed any, and the id of the newest act on them (0 for none). */
export async function findSiteCopy(): Promise<{ copy: SiteCopy; isChanged: boolean; seen: number }> {
  const [copy, seen] = await Promise.all([readSiteCopy(), findSeen(WORDS)])
  return { copy, isChanged: changedIn(copy, SITE_COPY).length > 0, seen }
}

/**
 * Saves an operator's texts, as parsed by `siteRules`, on all nodes at once. A text that is empty or equals the default
 * is not stored, so that a later release can improve the default. The act names what changed.
 */
export function saveSiteCopy(by: By, given: SiteCopy): Promise<ActOutcome> {
  const names = Object.keys(SITE_COPY) as (keyof SiteCopy)[]
  return change(by, Object.fromEntries(names.map((name) => [name, given[name] || SITE_COPY[name]])) as SiteCopy)
}

/** Restores the default of every text. */
export function resetSiteCopy(by: By): Promise<ActOutcome> {
  return change(by, SITE_COPY)
}

function change({ operator, seen }: By, next: SiteCopy): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    await tx.execute(sql`lock table ${siteTexts} in share row exclusive mode`)
    const other = await findActSince(tx, WORDS, seen)
    if (other) return { outcome: 'decided', ...other }
    const before = Object.fromEntries((await tx.select().from(siteTexts)).map(({ name, value }) => [name, value]))
    const changed = changedIn(next, { ...SITE_COPY, ...before })
    if (!changed.length) return { outcome: 'done' }
    await tx.delete(siteTexts)
    const rows = changedIn(next, SITE_COPY).map((name) => ({ name, value: next[name] }))
    if (rows.length) await tx.insert(siteTexts).values(rows)
    const labels = SITE_FIELDS.flatMap(({ fields }) => fields).filter(({ name }) => changed.includes(name))
    const why = labels.map(({ label }) => label).join(', ')
    await logAct(tx, { by: operator, act: 'site changed', on: WORDS, why })
    await purgePages(['site'], tx)
    return { outcome: 'done' }
  })
}

/** Returns the names of the texts that differ from `before`. */
function changedIn(copy: SiteCopy, before: SiteCopy): (keyof SiteCopy)[] {
  return (Object.keys(SITE_COPY) as (keyof SiteCopy)[]).filter((name) => copy[name] !== before[name])
}
