import { href, redirect } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { readForm } from '../../../forms/read-form.ts'
import { sendForm } from '../../../forms/send-form.ts'
import { staysWhenSent } from '../../../forms/stays-when-sent.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import '../../../accounts/operators/console.css'
import { describeFilters, GAMES_ON_PAGE, gamesQueryText, gamesTableHref } from '../table/table-rules.ts'
import type { Route } from './+types/bulk.page'
import { BulkFields } from './bulk-fields.tsx'
import {
  bulkLabel,
  bulkNote,
  bulkRulesOf,
  bulkTitle,
  filterIn,
  findBulkAction,
  GAMES_AT_ONCE,
  optionsOf,
  readPicked,
  UNDO_MINUTES,
} from './bulk-rules.ts'
import { countHeld, countPicked, type HeldByRules } from './find-bulk-action.server.ts'
import { HeldGames } from './held-games.tsx'
import { startBulkAction } from './start-bulk-action.server.ts'
import './bulk.css'

/** The selection is in the address, as the table's form sends it. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const { action, picked, back } = readAsked(request)
  return {
    kind: action,
    back,
    filters: 'query' in picked ? describeFilters(picked.query) : null,
    ...(await countPicked(picked)),
    held: action === 'publish' ? await countHeld(picked) : NONE_HELD,
  }
}

const NONE_HELD: HeldByRules = { count: 0, games: [] }

/** Starts the action (docs/product.md#games-in-the-console). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const { action, picked, back } = readAsked(request)
  const { values, errors, refuse } = readForm(bulkRulesOf(action), await formOf(request))
  if (errors) return refuse(errors)
  const options = optionsOf(action, values)
  const started = await startBulkAction({ operator, action, picked, options, confirmed: values.count })
  if ('id' in started) return redirect(back, 303)
  return refuse(
    { form: `The selection has changed: it is ${countOf(started.count, 'game')} now. Reload to confirm again` },
    409,
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

/** What the filter finds changes with the action. */
export const shouldRevalidate = staysWhenSent

function readAsked(request: Request) {
  const params = new URL(request.url).searchParams
  const action = findBulkAction(params.get('action') ?? '')
  const query = filterIn(params)
  const back = gamesTableHref(query)
  // The address of the form alone: no action was chosen.
  if (!params.has('action')) throw redirect(back)
  // A filter that cannot be read must not select all games, nor a list of games be cut.
  const isUnreadable = params.get('filter') && !gamesQueryText(query) && params.get('all') === '1'
  const isCut = params.getAll('game').length > GAMES_ON_PAGE
  if (!action || action === 'apply-rule' || isUnreadable || isCut)
    throw notFound({ ...NO_ACTION, action: { label: 'Back to the games', href: back } })
  return { action, picked: readPicked(params), back }
}

const NO_ACTION = { name: 'No action', title: 'No action chosen', text: 'Choose an action above the table of games.' }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Change many games',
    description: 'Confirm an action on many games.',
    path: href('/admin/games/bulk'),
    noindex: true,
  })
}

/** Asks before an action changes many games. */
export default function BulkPage({ loaderData }: Route.ComponentProps) {
  const { kind, back, filters, count, titles, held } = loaderData
  const form = useForm<typeof action>(bulkRulesOf(kind))
  if (!count) {
    return (
      <EmptyState
        heading="h1"
        title="No games selected"
        action={<ButtonLink href={back}>Back to the games</ButtonLink>}
      >
        Tick games in the table, or choose all that match.
      </EmptyState>
    )
  }
  const more = count - titles.length
  return (
    <div className="bulk-question">
      <h1>{bulkTitle(kind, count)}?</h1>
      <Form of={form} className="form console-card">
        <input type="hidden" name="count" value={count} />
        {filters && (
          <ul className="chips" aria-label="All games that match">
            {filters.map((filter) => (
              <li key={filter} className="chip">
                {filter}
              </li>
            ))}
          </ul>
        )}
        <p className="bulk-titles" dir="auto">
          {titles.join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </p>
        <BulkFields action={kind} form={form} />
        <HeldGames held={held} count={count} />
        {bulkNote(kind) && <p>{bulkNote(kind)}</p>}
        {count > GAMES_AT_ONCE && <p>This runs in the background. You can leave this page.</p>}
        <p className="quiet">You can undo it for {UNDO_MINUTES} minutes after it has finished.</p>
        <FormError error={form.error} />
        <div className="buttons">
          <Submit of={form} look={kind === 'delete' ? 'destructive' : 'primary'} busy="Starting...">
            {held.count ? bulkLabel(kind) : bulkTitle(kind, count)}
          </Submit>
          <ButtonLink look="quiet" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
