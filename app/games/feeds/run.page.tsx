import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { LocalTime } from '../../ui/local-time.tsx'
import type { Route } from './+types/run.page'
import { feedHref } from './feed-form-rules.ts'
import { countHeldGames, countUndoneGames, hasPendingGames } from './review/has-pending-games.server.ts'
import { PlanList } from './review/plan-list.tsx'
import { readPlanQuery } from './review/plan-query.ts'
import { PlanSummary } from './review/plan-summary.tsx'
import { ApplyBar, DelistQuestion } from './review/run-forms.tsx'
import { isActive, RunProgress } from './review/run-progress.tsx'
import { RunResult } from './review/run-result.tsx'
import { STARTED_LABELS } from './review/run-texts.ts'
import { StateChip } from './review/state-chip.tsx'
import { NO_RUN, submitRun } from './review/submit-run.server.ts'
import { type FeedRun, hasNoChanges } from './runs/feed-run.ts'
import { listPlanEntries } from './runs/plan-entries.server.ts'
import { findRun } from './runs/list-runs.server.ts'
import '../../accounts/operators/console.css'
import './feeds.css'
import './review/field-values.css'
import './review/plan.css'
import './review/run.css'

/** Loads a run with a page of its plan. The tab and the page are in the address. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const run = await findRun(idOf(params.id, NO_RUN))
  if (!run) throw notFound(NO_RUN)
  const query = readPlanQuery(new URL(request.url).searchParams)
  const [plan, hasPending, held, undone] = await Promise.all([
    run.counts ? listPlanEntries(run.id, query) : null,
    run.state === 'applied' && run.counts?.new ? hasPendingGames(run.id) : false,
    run.state === 'applied' ? countHeldGames(run.provider) : 0,
    run.counts?.unchanged ? countUndoneGames(run) : 0,
  ])
  return { run, query, plan, hasPending, held, undone }
}

/** Chooses entries of a plan, applies or discards it, or cancels the run (docs/product.md#runs-of-a-feed). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_RUN)
  return submitRun({ request, form: await formOf(request), operator, id })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData ? `Run of ${loaderData.run.feedName}` : 'Run',
    description: 'Review what a run of a feed changes.',
    path: href('/admin/feeds/runs/:id', params),
    noindex: true,
  })
}

/** A run of a feed: its progress, its plan, or its result. */
export default function RunPage({ loaderData: { run, query, plan, hasPending, held, undone } }: Route.ComponentProps) {
  const { id, feedId, feedName, isSaved, startedBy, state, createdAt, can } = run
  return (
    <div className="feeds run">
      <a className="back-link" href={isSaved ? feedHref(feedId) : href('/admin/feeds')}>
        <ArrowLeft aria-hidden="true" /> {isSaved ? feedName : 'All feeds'}
      </a>
      <header className="feeds-head">
        <h1 dir="auto">
          {feedName} <span className="run-number">Run {id}</span>
        </h1>
        <StateChip run={run} />
        <p>
          {STARTED_LABELS[startedBy]}, <LocalTime at={createdAt} />
        </p>
      </header>
      <RefusedNote />
      {isActive(run) && <RunProgress key={state} run={run} />}
      <RunResult run={run} hasPending={hasPending} held={held} />
      {can.answerDelisting && state !== 'planned' && <DelistQuestion run={run} />}
      <PlanSummary run={run} undone={undone} />
      {plan && !isEmpty(run) && <PlanList run={run} query={query} plan={plan} />}
      {plan && (can.apply || can.discard) && <ApplyBar run={run} plan={plan} />}
    </div>
  )
}

/** Whether the plan of a run has no entries. */
const isEmpty = ({ counts }: FeedRun) => counts !== null && hasNoChanges(counts) && counts.rejected === 0
