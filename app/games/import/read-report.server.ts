import { backgroundDatabase } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import type { FeedRunCounts, PlanKind, Ruling, SuspectedDuplicate } from '../../db/schema/feeds.server.ts'
import type { Refusal } from './read-games.server.ts'

/** The changes that an import made or would make. */
export type ImportReport = {
  created: number
  /** Includes games that are listed again after they were delisted. */
  changed: number
  unchanged: number
  refused: Refusal[]
  /** The created and changed games, in the order of the feed. In a dry run, only the changed ones. */
  games: { id: number; slug: string }[]
  plan: {
    /** The titles of the first games of each kind, in the order of the feed; at most SHOWN_TITLES. */
    first: Record<Exclude<PlanKind, 'rejected' | 'delisted'>, PlannedTitle[]>
    relisted: number
    duplicates: { title: string; of: SuspectedDuplicate[] }[]
    rulings: { title: string; rulings: Ruling[] }[]
    /** Entries that were skipped because the game changed at the same time. */
    skipped: number
  }
}

/** A game, with the feed fields that change. */
export type PlannedTitle = { title: string; fields: string[] }

export const SHOWN_TITLES = 20

type Row = {
  position: number
  kind: PlanKind | 'overridden'
  title: string
  id: number | null
  slug: string | null
  reason: string | null
  outcome: string | null
  fields: string[] | null
  rulings: Ruling[] | null
  duplicates: SuspectedDuplicate[] | null
}

/** Reads the changes that a run made or plans. */
export async function readReport(runId: number): Promise<ImportReport> {
  const [rows, counts] = await backgroundDatabase().transaction(async (tx) => {
    const [run] = await preparedIn<{ counts: FeedRunCounts }>(tx, 'import-counts', COUNTS, [runId])
    return [await preparedIn<Row>(tx, 'import-report', READ, [runId]), run!.counts] as const
  })
  const report: ImportReport = {
    created: 0,
    changed: 0,
    unchanged: counts.unchanged,
    refused: [],
    games: [],
    plan: { first: { new: [], changed: [], relisted: [] }, relisted: 0, duplicates: [], rulings: [], skipped: 0 },
  }
  for (const row of rows) addRow(report, row)
  return report
}

function addRow(report: ImportReport, row: Row): void {
  const { kind, title, position } = row
  const { plan } = report
  if (kind === 'rejected') {
    report.refused.push({ entry: position + 1, title, reason: row.reason ?? '' })
    return
  }
  if (row.outcome === 'skipped') {
    plan.skipped++
    return
  }
  if (kind === 'overridden' || kind === 'delisted') return
  if (kind === 'new') report.created++
  else report.changed++
  if (kind === 'relisted') plan.relisted++
  if (plan.first[kind].length < SHOWN_TITLES) plan.first[kind].push({ title, fields: row.fields ?? [] })
  if (row.duplicates) plan.duplicates.push({ title, of: row.duplicates })
  if (row.rulings) plan.rulings.push({ title, rulings: row.rulings })
  if (row.id !== null && row.slug !== null) report.games.push({ id: row.id, slug: row.slug })
}

const COUNTS = 'select counts from feed_runs where id = $1'

const READ = `
  select e.position, e.kind, e.title, g.id, g.slug, e.reason, e.outcome, e.rulings, e.duplicates,
    case when e.kind in ('changed', 'relisted') then array(select jsonb_object_keys(e.after)) end as fields
  from feed_run_entries e left join games g on g.id = e.game_id
  where e.run_id = $1 order by e.position`
