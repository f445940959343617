import type pg from 'pg'
import { closeDatabase, database, openDatabase } from '../app/db/connection.server.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * Opens the portal's pool anew such that the server tells the plan of each statement that runs. Gives what runs some work and gives the
 * plans of its statements. The first executions of a prepared statement are planned for their values, later ones perhaps for any:
 * `mode` says for which.
 */
export async function openExplained(
  connection: { connectionString: string },
  mode: 'custom' | 'generic',
): Promise<(work: () => Promise<unknown>) => Promise<PlanNode[]>> {
  await closeDatabase()
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    plan_cache_mode: `force_${mode}_plan`,
    // As the embedded server has it; see SETTINGS in embedded.server.ts.
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: 0,
  }
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  // What fails while it is asked says so itself. A plan is judged by what it reads, whatever time that takes a machine.
  openDatabase({ primary: { ...connection, options, statement_timeout: 0 }, onError: () => {} })
  let plans: PlanNode[] = []
  database().$client.on('connect', (client: pg.PoolClient) => {
    client.on('notice', ({ message }) => {
      const at = message?.indexOf('plan:') ?? -1
      if (message && at > 0) plans.push((JSON.parse(message.slice(at + 'plan:'.length)) as { Plan: PlanNode }).Plan)
    })
  })
  return async (work) => {
    plans = []
    await work()
    return plans
  }
}

/**
 * The scans of these tables as a whole, and those that read more than `most` rows of one by way of an index. Entries of an index alone
 * are cheap, and pages of a list skip many, so they may be twenty times as many.
 */
export function faultsIn(node: PlanNode, tables: Set<string>, most: number): string[] {
  const table = node['Relation Name'] ?? ''
  const below = (node.Plans ?? []).flatMap((child) => faultsIn(child, tables, most))
  if (!tables.has(table)) return below
  const perLoop =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const rows = Math.round(perLoop * (node['Actual Loops'] ?? 0))
  const isFault = node['Node Type'] === 'Seq Scan' || rows > (node['Node Type'] === 'Index Only Scan' ? 20 : 1) * most
  return isFault ? [...below, `${node['Node Type']} of ${table} ${node['Index Name'] ?? ''}, ${rows} rows`] : below
}
