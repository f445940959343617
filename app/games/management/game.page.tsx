import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { fieldText, refuseIntent } from '../../forms/read-form.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { gameHref } from '../catalogue/games-href.ts'
import { allowFrame } from '../stage/frame-on-page.server.ts'
import type { Route } from './+types/game.page'
import { BackLink } from './back-link.tsx'
import { EditForm } from './edit/edit-form.tsx'
import { versionsIn } from './edit/field-versions.server.ts'
import { FormerAddresses, GameActs, GameFacts } from './edit/game-facts.tsx'
import { GAME_PICTURE_FORM } from './edit/game-picture.server.ts'
import { loadGameEditor, NO_MANAGED_GAME } from './edit/load-game-editor.server.ts'
import { StatusCard, StatusChip } from './edit/status-card.tsx'
import { submitEdit } from './edit/submit-edit.server.ts'
import { TryGame } from './edit/try-game.tsx'
import { GAME_DONE } from './management-rules.ts'
import { GAME_BYTES, hideRules, resetRules, statusRules } from './edit/edit-rules.ts'
import { resetField, setGameStatus } from './save-game.server.ts'
import { VersionsSummary } from '../uploads/versions-summary.tsx'
import '../../accounts/operators/console.css'
import './edit/conflict-panel.css'
import './edit/edit-form.css'
import './edit/managed-game.css'
import '../health/console/evidence.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const editor = await loadGameEditor(idOf(params.id, NO_MANAGED_GAME))
  allowFrame(editor.stage.frame)
  return editor
}

/** Saves the fields of a game, resets one, publishes or hides it (docs/product.md#games-in-the-console). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const target = { operator, id: idOf(params.id, NO_MANAGED_GAME) }
  const form = await formOf(request, GAME_BYTES + GAME_PICTURE_FORM.maxBytes)
  const redirectTo = href('/admin/games/:id', params) + new URL(request.url).search
  const submission = { request, form, redirectTo }
  switch (fieldText(form, 'intent')) {
    case 'save':
      return submitEdit({ ...submission, ...target })
    case 'reset':
      return runOperatorForm(submission, {
        rules: resetRules,
        done: GAME_DONE.reset,
        run: async ({ field, base }) => {
          const versions = versionsIn(base)
          return versions ? resetField(target, field, versions) : { outcome: 'changed' }
        },
      })
    case 'publish':
      return runOperatorForm(submission, {
        rules: statusRules,
        done: GAME_DONE.published,
        run: (values) => setGameStatus(target, { ...values, to: 'published' }),
      })
    case 'hide':
      return runOperatorForm(submission, {
        rules: hideRules,
        done: GAME_DONE.hidden,
        run: (values) => setGameStatus(target, { ...values, to: 'hidden' }),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not saved' })
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData?.game.title ?? 'Game',
    description: 'Edit all fields of a game.',
    path: href('/admin/games/:id', params),
    noindex: true,
  })
}

/** A game with everything that an operator can change. */
export default function ManagedGamePage({ loaderData: editor }: Route.ComponentProps) {
  const { game, stage, acts, versions } = editor
  const [taken, setTaken] = useState<File | null>(null)
  return (
    // The key resets everything when another game is shown.
    <div className="managed" key={game.id}>
      <BackLink />
      <header className="managed-head">
        <img src={stage.picture.small} alt="" width="128" height="72" />
        <div>
          <h1 dir="auto">{game.title}</h1>
          <p className="managed-ways">
            <StatusChip status={game.status} />
            <a className="text-link" href={gameHref(game.slug)} target="_blank" rel="noopener">
              Open its page <ExternalLink aria-hidden="true" />
              <span className="sr-only"> in a new tab</span>
            </a>
          </p>
        </div>
      </header>
      <StatusCard game={game} />
      <div className="managed-main">
        <RefusedNote />
        <TryGame game={stage} onPicture={setTaken} />
        <EditForm editor={editor} taken={taken} />
      </div>
      <div className="managed-side">
        {versions && <VersionsSummary gameId={game.id} versions={versions} />}
        <GameFacts editor={editor} />
        <FormerAddresses slugs={game.former_slugs} />
        <GameActs acts={acts} />
      </div>
    </div>
  )
}
