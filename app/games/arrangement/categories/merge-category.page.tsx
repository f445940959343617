import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { staysWhenSent } from '../../../forms/stays-when-sent.ts'
import { countOf } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { ARRANGED, categoryAdminHref, mergeRules } from '../arrangement-rules.ts'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/merge-category.page'
import { loadCategory } from './load-categories.server.ts'
import { mergeCategory } from './save-categories.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const { category, games, seen, others } = await loadCategory(params.slug)
  return { category, games: games.all, seen, others }
}

/** Merges a category into another. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request)
  return runArrangeForm(
    { request, form, redirectTo: href('/admin/categories') },
    {
      rules: mergeRules,
      done: ARRANGED.merged,
      run: (values) => mergeCategory(operator, params.slug, values),
      leadsTo: ({ into }) => categoryAdminHref(into),
    },
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not merged' })
}

/** A merged category cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Merge a category',
    description: 'Merge a category into another.',
    path: href('/admin/categories/:slug/merge', params),
    noindex: true,
  })
}

/** Asks the operator which category to merge this one into. */
export default function MergeCategoryPage({ loaderData: { category, games, seen, others } }: Route.ComponentProps) {
  const form = useForm<typeof action>(mergeRules)
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">Merge {category.name}</h1>
      <Form of={form}>
        <input type="hidden" name="seen" value={seen} />
        <p>
          {countOf(games, 'game moves', 'games move')} into the category that you choose. The address /category/
          {category.slug} redirects there permanently. Names in feeds that are mapped to {category.name} are then mapped
          to the other category. You cannot undo a merge.
        </p>
        <SelectField {...form.field('into', '')} label="Merge into" required>
          <option value="">Choose a category</option>
          {others.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <FormError error={form.error} />
        <div className="console-card-decisions">
          <Submit of={form} look="destructive" busy="Merging...">
            Merge
          </Submit>
          <ButtonLink look="quiet" href={categoryAdminHref(category.slug)}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
