import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import '../../../accounts/operators/console.css'
import { fieldText, refuseIntent } from '../../../forms/read-form.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { countOf } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { gamesTableHref } from '../../management/table/table-rules.ts'
import {
  ARRANGED,
  categoryAdminHref,
  changeRules,
  newCategoryRules,
  orderRules,
  synonymRules,
} from '../arrangement-rules.ts'
import { continueChange } from '../changes/arrangement-changes.server.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import { OrderList } from '../order-list.tsx'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/categories-console.page'
import { AddCategoryForm, UnmappedWords } from './category-forms.tsx'
import { loadCategories } from './load-categories.server.ts'
import { addCategory, reorderCategories } from './save-categories.server.ts'
import { mapWord } from './save-synonyms.server.ts'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  return loadCategories()
}

/**
 * Adds a category, changes the order, maps a feed's category name, or continues a change (docs/product.md#categories).
 */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request)
  const submission: Submission = { request, form, redirectTo: href('/admin/categories') }
  switch (fieldText(form, 'intent')) {
    case 'add':
      return runArrangeForm(submission, {
        rules: newCategoryRules,
        done: ARRANGED.added,
        run: (values) => addCategory(operator, values),
      })
    case 'order':
      return runOperatorForm(submission, {
        rules: orderRules,
        done: ARRANGED.moved,
        run: (values) => reorderCategories(operator, values),
      })
    case 'map':
      return runArrangeForm(submission, {
        rules: synonymRules,
        done: ARRANGED.mapped,
        run: (values) => mapWord(operator, values),
      })
    case 'continue':
      return runOperatorForm(submission, {
        rules: changeRules,
        done: ARRANGED.continued,
        run: ({ id }) => continueChange(id),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Categories',
    description: 'Manage the categories of games, their order and their names in feeds.',
    path: href('/admin/categories'),
    noindex: true,
  })
}

/** Lists all categories in order, and the names in feeds that match none of them. */
export default function CategoriesConsolePage({
  loaderData: { categories, seen, changes, words },
}: Route.ComponentProps) {
  const entries = categories.map(({ slug, name, games, isInMenu, isHidden }) => ({
    key: slug,
    name,
    content: (
      <>
        <span className="order-name">
          <a href={categoryAdminHref(slug)} dir="auto">
            {name}
          </a>
          <small>/category/{slug}</small>
        </span>
        <span className="order-facts">
          <span className="order-state">
            {(isHidden || isInMenu) && <span className="chip">{isHidden ? 'Hidden' : 'In the menu'}</span>}
          </span>
          <a className="order-count" href={gamesTableHref({ category: slug })}>
            {countOf(games, 'public game')}
          </a>
        </span>
      </>
    ),
  }))
  return (
    <>
      <header className="arrange-head">
        <div>
          <h1>Categories</h1>
          <p className="quiet">{countOf(categories.length, 'category', 'categories')}</p>
        </div>
      </header>
      <p className="arrange-text">
        Menus, filters and the page of all categories follow this order. Open a category to rename, describe, hide or
        merge it.
      </p>
      <RefusedNote />
      <ChangeNotes changes={changes} />
      <div className="arrange-columns">
        <OrderList label="Categories in their order" entries={entries} intent="order" seen={{ seen }} />
        <div className="arrange-side">
          <AddCategoryForm />
          <UnmappedWords words={words} categories={categories} />
        </div>
      </div>
    </>
  )
}
