import { listRuns, RUNS_ON_PAGE } from '../runs/list-runs.server.ts'
import type { FeedRun } from '../runs/feed-run.ts'

/** Returns a page of runs. `older` is the cursor of the next page, or null. */
export async function listPageOfRuns(
  query: Parameters<typeof listRuns>[0],
): Promise<{ runs: FeedRun[]; older: number | null }> {
  const found = await listRuns(query)
  const runs = found.slice(0, RUNS_ON_PAGE)
  return { runs, older: found.length > RUNS_ON_PAGE ? (runs.at(-1)?.id ?? null) : null }
}
