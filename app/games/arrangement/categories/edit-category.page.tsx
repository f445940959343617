import { ArrowLeft, ExternalLink } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import '../../../accounts/operators/console.css'
import { fieldText, refuseIntent } from '../../../forms/read-form.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { categoryHref } from '../../catalogue/games-href.ts'
import { gamesTableHref } from '../../management/table/table-rules.ts'
import { ARRANGED, categoryRules, synonymRemovalRules, synonymRules } from '../arrangement-rules.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/edit-category.page'
import { EditCategoryForm, Synonyms } from './edit-category-forms.tsx'
import { loadCategory } from './load-categories.server.ts'
import { saveCategory } from './save-categories.server.ts'
import { mapWord, unmapWord } from './save-synonyms.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  return loadCategory(params.slug)
}

/** Saves a category, or adds or removes a synonym (docs/product.md#categories). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request)
  const submission: Submission = { request, form, redirectTo: href('/admin/categories/:slug', params) }
  switch (fieldText(form, 'intent')) {
    case 'save':
      return runArrangeForm(submission, {
        rules: categoryRules,
        done: ARRANGED.saved,
        run: (values) => saveCategory(operator, params.slug, values),
      })
    case 'map':
      return runArrangeForm(submission, {
        rules: synonymRules,
        done: ARRANGED.mapped,
        run: (values) => mapWord(operator, { ...values, category: params.slug }),
      })
    case 'unmap':
      return runOperatorForm(submission, {
        rules: synonymRemovalRules,
        done: ARRANGED.unmapped,
        run: ({ word }) => unmapWord(operator, word),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData?.category.name ?? 'Category',
    description: 'Edit a category and its synonyms.',
    path: href('/admin/categories/:slug', params),
    noindex: true,
  })
}

/** A category with everything that an operator can change. */
export default function EditCategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, games, seen, changes, synonyms, builtIn, formerNames, merged } = loaderData
  const { slug, name } = category
  return (
    // The key resets the forms when another category is shown.
    <div key={slug}>
      <a className="back-link" href={href('/admin/categories')}>
        <ArrowLeft aria-hidden="true" /> All categories
      </a>
      <header className="arrange-head">
        <div>
          <h1 dir="auto">{name}</h1>
          <a className="text-link" href={gamesTableHref({ category: slug })}>
            {countOf(games.all, 'game')} in all
          </a>
          <span className="quiet">{formatCount(games.public)} public</span>
        </div>
        {games.public > 0 && (
          <a className="text-link" href={categoryHref(slug)} target="_blank" rel="noopener">
            Open its page <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only"> in a new tab</span>
          </a>
        )}
      </header>
      <RefusedNote />
      <ChangeNotes changes={changes} />
      <div className="arrange-columns">
        <section className="console-card">
          <EditCategoryForm category={category} seen={seen} />
        </section>
        <div className="arrange-side">
          <Synonyms category={slug} synonyms={synonyms} builtIn={builtIn} />
          <section className="console-card">
            <h2>Merge</h2>
            {merged.length > 0 && (
              <p dir="auto">
                Merged into this one: {merged.map((one) => one.name).join(', ')}.{' '}
                {merged.length === 1 ? 'Its address redirects here.' : 'Their addresses redirect here.'}
              </p>
            )}
            {formerNames.length > 0 && <p dir="auto">Former names: {formerNames.join(', ')}</p>}
            <p>
              A merge moves all games into another category. The address of this one then redirects there permanently.
            </p>
            <div>
              <ButtonLink href={href('/admin/categories/:slug/merge', { slug })}>
                Merge into another category
              </ButtonLink>
            </div>
          </section>
        </div>
      </div>
    </div>
  )
}
