import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { readForm } from '../../../forms/read-form.ts'
import { sendForm } from '../../../forms/send-form.ts'
import { redirectWithFlash } from '../../../server/http/flash.server.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Choice, FormError, TextField } from '../../../ui/fields/field.tsx'
import { listProviders } from '../../management/table/list-managed-games.server.ts'
import { SLUG_MAX } from '../arrangement-rules.ts'
import type { Route } from './+types/new-collection.page'
import { CollectionTexts, RuleFields } from './collection-fields.tsx'
import { COLLECTION_DONE, collectionAdminHref, KINDS, newCollectionRules, readRule } from './collection-rules.ts'
import { joinProviders } from './rule-form.server.ts'
import { createCollection } from './save-collections.server.ts'
import '../arrangement.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  return { providers: await listProviders() }
}

/** Adds a collection (docs/product.md#collections). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = joinProviders(await formOf(request))
  const { values, errors, refuse } = readForm(newCollectionRules, form)
  if (errors) return refuse(errors)
  const read = values.kind === 'rule' ? readRule(values) : { rule: null }
  if ('field' in read) return refuse({ [read.field]: read.why })
  const created = await createCollection(operator, { ...values, rule: read.rule })
  if ('outcome' in created) return refuse({ [created.field]: created.why }, 409)
  return redirectWithFlash(collectionAdminHref(created.id), COLLECTION_DONE.created)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'New collection',
    description: 'Add a list of games.',
    path: href('/admin/collections/new'),
    noindex: true,
  })
}

/** The form for a new collection. */
export default function NewCollectionPage({ loaderData: { providers } }: Route.ComponentProps) {
  const form = useForm<typeof action>(newCollectionRules)
  return (
    <>
      <a className="back-link" href={href('/admin/collections')}>
        <ArrowLeft aria-hidden="true" /> All collections
      </a>
      <header className="arrange-head">
        <h1>New collection</h1>
      </header>
      <section className="console-card console-card-alone new-collection">
        <Form of={form}>
          <CollectionTexts form={form} />
          <TextField
            {...form.field('slug')}
            label="Address"
            hint="optional; made from the name, never changes"
            maxLength={SLUG_MAX}
            autoComplete="off"
            autoCapitalize="none"
            placeholder="my-collection"
          />
          <Choice
            label="Its games"
            name="kind"
            options={KINDS}
            defaultValue={form.field('kind', 'picked').defaultValue ?? 'picked'}
            error={form.errors.kind ?? ''}
          />
          <div className="only-by-rule">
            <RuleFields form={form} providers={providers} />
          </div>
          <FormError error={form.error} />
          <div className="console-card-decisions">
            <Submit of={form} look="primary" busy="Saving...">
              Create
            </Submit>
            <ButtonLink look="quiet" href={href('/admin/collections')}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </section>
    </>
  )
}
