import { href, useLocation } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { gameHref } from '../catalogue/games-href.ts'
import type { Route } from './+types/delete-game.page'
import { NO_MANAGED_GAME } from './edit/load-game-editor.server.ts'
import { findManagedGame } from './managed-game.server.ts'
import { GAME_DONE, LIMITS } from './management-rules.ts'
import { statusRules } from './edit/edit-rules.ts'
import { setGameStatus } from './save-game.server.ts'
import '../../accounts/operators/console.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const game = await findManagedGame(idOf(params.id, NO_MANAGED_GAME))
  if (!game) throw notFound(NO_MANAGED_GAME)
  const { id, title, slug, status } = game
  return { id, title, slug, status }
}

/** Deletes a game. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_MANAGED_GAME)
  const redirectTo = href('/admin/games/:id', params) + new URL(request.url).search
  const submission = { request, form: await formOf(request), redirectTo }
  return runOperatorForm(submission, {
    rules: statusRules,
    done: GAME_DONE.deleted,
    run: (values) => setGameStatus({ operator, id }, { ...values, to: 'deleted' }),
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not deleted' })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete a game',
    description: 'Delete a game.',
    path: href('/admin/games/:id/delete', params),
    noindex: true,
  })
}

/** Asks for confirmation before a game is deleted. */
export default function DeleteGamePage({ loaderData: { id, title, slug, status } }: Route.ComponentProps) {
  const form = useForm<typeof action>(statusRules)
  const { search } = useLocation()
  const back = href('/admin/games/:id', { id: String(id) }) + search
  const isDeleted = status === 'deleted'
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">{isDeleted ? `${title} is deleted` : `Delete ${title}?`}</h1>
      {isDeleted ? (
        <>
          <p>No import brings it back. You can restore it on its page.</p>
          <ButtonLink href={back}>Back to the game</ButtonLink>
        </>
      ) : (
        <Form of={form}>
          <input type="hidden" name="from" value={status} />
          <p>
            No list, search or feed shows it any more, no import brings it back, and {gameHref(slug)} responds that it
            was removed, with similar games. No other game gets this address. Posts about it stay, and players who saved
            it see that it is unavailable. You can restore it later.
          </p>
          <TextArea
            {...form.field('reason')}
            label="Reason"
            hint="optional; only operators see it"
            rows={2}
            maxLength={LIMITS.reason}
          />
          <FormError error={form.error} />
          <div className="console-card-decisions">
            <Submit of={form} look="destructive" busy="Deleting...">
              Delete the game
            </Submit>
            <ButtonLink look="quiet" href={back}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  )
}
