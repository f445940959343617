import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { type Submission, runOperatorForm } from '../../../accounts/operators/run-operator-form.server.ts'
import { fieldText, refuseIntent } from '../../../forms/read-form.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { idOf, type Missing, notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import '../../../accounts/operators/console.css'
import { backIn, BackLink } from '../back-link.tsx'
import { describeFilter, gamesTableHref, readGamesQuery } from '../table/table-rules.ts'
import type { Route } from './+types/bulk-action.page'
import { BulkNote } from './bulk-note.tsx'
import { bulkLabel, noFields } from './bulk-rules.ts'
import { findStartedAction } from './find-bulk-action.server.ts'
import { continueBulkAction, dismissBulkAction, undoBulkAction } from './start-bulk-action.server.ts'
import './bulk.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const started = await findStartedAction(idOf(params.id, NO_ACTION))
  if (!started) throw notFound(NO_ACTION)
  return { started }
}

/** Undoes the action, continues it after a failure, or closes its notice (docs/product.md#games-in-the-console). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_ACTION)
  const form = await formOf(request)
  const { search } = new URL(request.url)
  const submission: Submission = { request, form, redirectTo: href('/admin/games/bulk/:id', params) + search }
  switch (fieldText(form, 'intent')) {
    case 'undo':
      return runOperatorForm(submission, {
        rules: noFields,
        done: 'Undo started. Games that changed after the action are skipped',
        run: () => undoBulkAction(operator, id),
      })
    case 'continue':
      return runOperatorForm(submission, {
        rules: noFields,
        done: 'The action continues',
        run: () => continueBulkAction(id),
      })
    case 'dismiss':
      return runOperatorForm(
        { ...submission, redirectTo: backIn(search) },
        { rules: noFields, done: 'Notice closed', run: () => dismissBulkAction(operator, id) },
      )
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

const NO_ACTION: Missing = {
  name: 'No such action',
  title: 'Action not found',
  text: 'No action has this number.',
  action: { label: 'All games', href: href('/admin/games') },
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Change of many games',
    description: 'Follow the progress of an action on many games.',
    path: href('/admin/games/bulk/:id', params),
    noindex: true,
  })
}

/** An action on many games: its progress or result, and the button that undoes it. */
export default function BulkActionPage({ loaderData: { started } }: Route.ComponentProps) {
  const { action, options, query, who, createdAt } = started
  const { reason, category, tag, field } = options
  const filter = query === null ? null : readGamesQuery(new URLSearchParams(query))
  const facts = [
    { name: 'Started', value: formatMoment(createdAt) },
    { name: 'By', value: who },
    { name: 'Reason', value: reason },
    { name: 'Category', value: category },
    { name: 'Tag', value: tag },
    { name: 'Field', value: field },
  ].filter(({ value }) => value)
  return (
    <>
      <BackLink {...(filter && { otherwise: gamesTableHref(filter) })} />
      <h1>{bulkLabel(action)}</h1>
      <RefusedNote />
      <BulkNote started={started} />
      <dl className="console-card bulk-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{filter ? 'Filter' : 'Selection'}</dt>
          <dd>
            {filter ? (
              <a className="text-link" href={gamesTableHref(filter)}>
                {describeFilter(filter)}
              </a>
            ) : (
              'One by one'
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}
