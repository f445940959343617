import { href, redirect } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { countOf, formatCount } from '../../lib/text.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf, notFound, wantsPage } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { noFields } from '../management/bulk/bulk-rules.ts'
import { managedGameHref } from '../management/management-rules.ts'
import type { Route } from './+types/undo-run.page'
import { runHref } from './feed-form-rules.ts'
import { RUN_DONE } from './review/run-forms-rules.ts'
import { NO_RUN } from './review/submit-run.server.ts'
import { undoRun } from './runs/act-on-run.server.ts'
import { findRun } from './runs/list-runs.server.ts'
import { previewUndo, type UndoPreview } from './review/preview-undo.server.ts'
import '../../accounts/operators/console.css'
import './feeds.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const run = await findRun(idOf(params.id, NO_RUN))
  if (!run) throw notFound(NO_RUN)
  return { run, preview: run.can.undo ? await previewUndo(run.id) : null }
}

/** Undoes a run (docs/product.md#runs-of-a-feed). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_RUN)
  const submission = { request, form: await formOf(request), redirectTo: runHref(id) }
  let isStarted = false
  const response = await runOperatorForm(submission, {
    rules: noFields,
    done: RUN_DONE.undone,
    run: async () => {
      const result = await undoRun(operator, id)
      isStarted = result.outcome === 'done'
      return result
    },
  })
  // The page of the run shows the progress.
  return isStarted && !wantsPage(request) ? redirect(runHref(id), 303) : response
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not undone' })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Undo a run',
    description: 'Undo what a run of a feed changed.',
    path: href('/admin/feeds/runs/:id/undo', params),
    noindex: true,
  })
}

/** Asks for confirmation before a run is undone, and shows which games will not change. */
export default function UndoRunPage({ loaderData: { run, preview } }: Route.ComponentProps) {
  const form = useForm<typeof action>(noFields)
  const { id, feedName } = run
  if (!preview) {
    return (
      <div className="console-card console-card-alone">
        <h1>This run cannot be undone now</h1>
        <p>Runs of a feed are undone from the newest one back, and only while no other run of the feed is under way.</p>
        <ButtonLink href={runHref(id)}>Back to the run</ButtonLink>
      </div>
    )
  }
  const { skipped, titles } = preview
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">
        Undo run {id} of {feedName}?
      </h1>
      <Form of={form}>
        <p>{undoText(preview)} Votes, plays and wishlists are preserved.</p>
        {skipped > 0 && (
          <div className="undo-skipped">
            <p>
              {countOf(skipped, 'game')} changed since the run and {skipped === 1 ? 'stays' : 'stay'} as{' '}
              {skipped === 1 ? 'it is' : 'they are'}:
            </p>
            <ul>
              {titles.map(({ gameId, title }) => (
                <li key={gameId}>
                  <a className="text-link" href={managedGameHref(gameId)} dir="auto">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
            {skipped > titles.length && <p className="quiet">and {formatCount(skipped - titles.length)} more</p>}
          </div>
        )}
        <FormError error={form.error} />
        <div className="console-card-decisions">
          <Submit of={form} look="destructive" busy="Undoing...">
            Undo the run
          </Submit>
          <ButtonLink look="quiet" href={runHref(id)}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}

/** Describes the effects: "2 new games will be hidden, and 1 changed game will be restored." */
function undoText({ hidden, restored }: UndoPreview): string {
  const parts = [
    hidden > 0 && `${countOf(hidden, 'new game')} will be hidden`,
    restored > 0 && `${countOf(restored, 'changed game')} will be restored`,
  ].filter((part) => part !== false)
  return parts.length ? `${parts.join(', and ')}.` : 'No game will change.'
}
