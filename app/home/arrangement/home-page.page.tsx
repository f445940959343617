import { href, type ShouldRevalidateFunctionArgs } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import '../../accounts/operators/console.css'
import { collectionRow } from '../home-rows.ts'
import type { Route } from './+types/home-page.page'
import { AddCollection } from './add-collection.tsx'
import { ALL_ROWS, rowId } from './arrangement-rules.ts'
import { BoardCard, RowSummary } from './row-summary.tsx'
import { DraftBar } from './draft-bar.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { loadEditor } from './load-editor.server.ts'
import { sendEdit } from './send-edit.ts'
import { SortableList } from './sortable/sortable-list.tsx'
import { submitArrangement } from './submit-arrangement.server.ts'
import './drafts.css'
import './home-page.css'

export async function loader({ request }: Route.LoaderArgs) {
  const operator = await requireStaff(request, 'games')
  const id = Number(new URL(request.url).searchParams.get('collection')) || 0
  return { ...(await loadEditor(operator.id)), wanted: { id, row: collectionRow(id) } }
}

/** Changes, publishes or discards the operator's draft, or restores a version. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  return submitArrangement(request, operator, href('/admin/home-page'))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendEdit(serverAction)
}

/**
 * Reloads after a refusal, too: it often means that another operator has published a version, which the page then
 * shows. Without a connection, a reload would replace the page with an error.
 */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 500

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Home page',
    description: 'Arrange the rows of the home page.',
    path: href('/admin/home-page'),
    noindex: true,
  })
}

/** The rows of the home page as visitors see them, with everything that an operator can arrange. */
export default function HomePagePage({ loaderData: { wanted, ...editor } }: Route.ComponentProps) {
  const { board, rows } = editor
  return (
    <div className="arranged">
      <h1>Home page</h1>
      <RefusedNote />
      <DraftBar editor={editor} />
      <BoardCard board={board} />
      <section aria-labelledby="rows">
        <h2 id="rows">Rows</h2>
        <p className="arranged-intro">
          Visitors see the rows in this order. Rows that are switched off are not on the home page.
        </p>
        <SortableList
          list={ALL_ROWS}
          label="Rows"
          items={rows}
          keyOf={({ row }) => row}
          nameOf={({ title }) => title}
          idOf={rowId}
          className="arranged-rows"
        >
          {(row) => <RowSummary row={row} />}
        </SortableList>
        <AddCollection editor={editor} wanted={wanted} />
      </section>
      <EarlierVersions editor={editor} />
    </div>
  )
}
