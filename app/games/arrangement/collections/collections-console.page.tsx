import { Plus } from 'lucide-react'
import { href } from 'react-router'
import { findSeen } from '../../../accounts/operators/audit-log.server.ts'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../../accounts/operators/run-operator-form.server.ts'
import '../../../accounts/operators/console.css'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { countOf } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ARRANGED, orderRules } from '../arrangement-rules.ts'
import { listChanges } from '../changes/arrangement-changes.server.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import { OrderList } from '../order-list.tsx'
import type { Route } from './+types/collections-console.page'
import { collectionAdminHref } from './collection-rules.ts'
import { listManagedCollections } from './find-collections.server.ts'
import { ORDER_ID, reorderCollections } from './save-collections.server.ts'
import '../arrangement.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const [collections, seen, changes] = await Promise.all([
    listManagedCollections(),
    findSeen({ kind: 'collection', id: ORDER_ID }),
    listChanges(['collection']),
  ])
  return { collections, seen, changes }
}

/** Changes the order of collections. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request)
  return runOperatorForm(
    { request, form, redirectTo: href('/admin/collections') },
    { rules: orderRules, done: ARRANGED.moved, run: (values) => reorderCollections(operator, values) },
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Collections',
    description: 'Manage lists of games, picked by hand or by a rule.',
    path: href('/admin/collections'),
    noindex: true,
  })
}

/** Lists all collections in order (docs/product.md#collections). */
export default function CollectionsConsolePage({ loaderData: { collections, seen, changes } }: Route.ComponentProps) {
  const add = (
    <ButtonLink look="primary" href={href('/admin/collections/new')}>
      <Plus aria-hidden="true" /> New collection
    </ButtonLink>
  )
  const entries = collections.map(({ id, slug, name, isByRule, isHidden, games }) => ({
    key: String(id),
    name,
    content: (
      <>
        <span className="order-name">
          <a href={collectionAdminHref(id)} dir="auto">
            {name}
          </a>
          <small>/collections/{slug}</small>
        </span>
        {isHidden && <span className="chip">Hidden</span>}
        <span className="chip">{isByRule ? 'By a rule' : 'Picked by hand'}</span>
        <span className="order-count">{countOf(games, 'game')}</span>
      </>
    ),
  }))
  return (
    <>
      <header className="arrange-head">
        <div>
          <h1>Collections</h1>
          {entries.length > 0 && <p className="quiet">{countOf(entries.length, 'collection')}</p>}
        </div>
        {entries.length > 0 && add}
      </header>
      <p className="arrange-text">
        A collection is a list of games with a page of its own, which can also be a row of the home page. You pick its
        games, or a rule finds them.
      </p>
      <RefusedNote />
      <ChangeNotes changes={changes} />
      {entries.length ? (
        <OrderList label="Collections in their order" entries={entries} intent="order" seen={{ seen }} />
      ) : (
        <EmptyState title="No collections yet" action={add}>
          Pick games for an occasion, or let a rule find them.
        </EmptyState>
      )}
    </>
  )
}
