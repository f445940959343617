import { PLAN_KINDS } from './plan-kinds.ts'
import type { PlanKind } from '../../../db/schema/feeds.server.ts'
import type { FeedRun, PlanFilter } from '../runs/feed-run.ts'
import { runHref } from '../feed-form-rules.ts'
import { KIND_LABELS } from './run-texts.ts'

const FILTERS = ['duplicates', 'ruled', 'skipped'] as const
type Filter = (typeof FILTERS)[number]

const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  duplicates: 'Suspected duplicates',
  ruled: 'Affected by rules',
  skipped: 'Skipped',
}

const MAX_PAGE = 1_000_000

/** Reads the tab and the page of a plan from an address. Unknown values are ignored. */
export function readPlanQuery(params: URLSearchParams): PlanFilter {
  const page = Number(params.get('page') ?? 1)
  return {
    kind: PLAN_KINDS.find((kind) => kind === params.get('kind')),
    filter: FILTERS.find((filter) => filter === params.get('filter')),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/** Returns the link to a tab and page of a plan. */
export function planHref(runId: number, { kind, filter, page = 1 }: Partial<PlanFilter>): string {
  const set = Object.entries({ kind, filter, page: page > 1 ? String(page) : '' }).filter(([, value]) => value)
  const search = new URLSearchParams(set as [string, string][]).toString()
  return runHref(runId) + (search && `?${search}`)
}

export type PlanTab = { label: string; count: number; kind?: PlanKind; filter?: Filter }

/** Returns the tabs of a plan that have entries: all entries, each kind, and each filter. */
export function tabsOf({ counts, skipped }: Pick<FeedRun, 'counts' | 'skipped'>): PlanTab[] {
  if (!counts) return []
  const kinds = PLAN_KINDS.map((kind) => ({ label: KIND_LABELS[kind], count: counts[kind], kind }))
  const filters = [
    { label: FILTER_LABELS.duplicates, count: counts.duplicates, filter: 'duplicates' as const },
    { label: FILTER_LABELS.ruled, count: counts.ruled, filter: 'ruled' as const },
    { label: FILTER_LABELS.skipped, count: skipped, filter: 'skipped' as const },
  ]
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return [{ label: 'All', count: all }, ...[...kinds, ...filters].filter(({ count }) => count > 0)]
}
