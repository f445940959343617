import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { cleanTerm } from '../../../games/search/search-rules.ts'
import { type Missing, notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import '../../../accounts/operators/console.css'
import { homeRowHref, rowId } from '../arrangement-rules.ts'
import type { Route } from './+types/home-row.page'
import { ChosenGames } from './chosen-games.tsx'
import { FindGames } from './find-games.tsx'
import { loadEditedRow } from '../load-edited.server.ts'
import { RenameForm } from './rename-form.tsx'
import { sendEdit } from '../send-edit.ts'
import { submitArrangement } from '../submit-arrangement.server.ts'
import '../../../games/management/edit/managed-game.css'
import '../drafts.css'
import '../home-page.css'
import './home-row.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  const operator = await requireStaff(request, 'games')
  const q = cleanTerm(new URL(request.url).searchParams.get('q') ?? '')
  const row = await loadEditedRow(operator.id, params.row, q)
  if (!row) throw notFound(NO_ROW)
  return { ...row, q }
}

/** Renames a row and chooses its games, in the operator's draft. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const q = cleanTerm(new URL(request.url).searchParams.get('q') ?? '')
  return submitArrangement(request, operator, homeRowHref(params.row, q))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendEdit(serverAction)
}

const NO_ROW: Missing = {
  name: 'Row not found',
  title: 'Row not found',
  text: 'The home page has no such row. Its collection may have been deleted.',
  action: { label: 'Back to the home page', href: href('/admin/home-page') },
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData?.title ?? loaderData?.ownTitle ?? 'Row',
    description: 'Edit a row of the home page.',
    path: homeRowHref(params.row),
    noindex: true,
  })
}

/** One row of the home page, or the board: its title, and the games at its start. */
export default function HomeRowPage({
  loaderData: { row, title, ownTitle, takesTitle, games, found, q },
}: Route.ComponentProps) {
  return (
    // The key resets the whole page when another row is shown.
    <div className="arranged" key={row}>
      <a className="back-link" href={`${href('/admin/home-page')}#${rowId(row)}`}>
        <ArrowLeft aria-hidden="true" /> Home page
      </a>
      <h1 dir="auto">{title ?? ownTitle}</h1>
      <p className="arranged-intro">
        Changes go to your draft of the home page. Visitors see them once you publish it.
      </p>
      <RefusedNote />
      {takesTitle && <RenameForm row={row} title={title} ownTitle={ownTitle} />}
      {games && <ChosenGames row={row} games={games} />}
      {games && <FindGames row={row} q={q} found={found} />}
    </div>
  )
}
