import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { staysWhenSent } from '../../../forms/stays-when-sent.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { idOf, type Missing, notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/delete-collection.page'
import { COLLECTION_DONE, deletionRules } from './collection-rules.ts'
import { findManagedCollection } from './find-collections.server.ts'
import { deleteCollection } from './save-collections.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const collection = await findManagedCollection(idOf(params.id, NO_COLLECTION))
  if (!collection) throw notFound(NO_COLLECTION)
  const { name, slug, version } = collection
  return { name, slug, version }
}

/** Deletes a collection. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_COLLECTION)
  const form = await formOf(request)
  const list = href('/admin/collections')
  return runArrangeForm(
    { request, form, redirectTo: list },
    {
      rules: deletionRules,
      done: COLLECTION_DONE.deleted,
      run: ({ version }) => deleteCollection(operator, id, version),
      leadsTo: () => list,
    },
  )
}

const NO_COLLECTION: Missing = {
  name: 'Collection not found',
  title: 'Collection not found',
  text: 'No collection has this number.',
  action: { label: 'All collections', href: href('/admin/collections') },
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not deleted' })
}

/** A deleted collection cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete a collection',
    description: 'Delete a collection.',
    path: href('/admin/collections/:id/delete', params),
    noindex: true,
  })
}

/** Asks for confirmation before a collection is deleted. */
export default function DeleteCollectionPage({ loaderData: { name, slug, version }, params }: Route.ComponentProps) {
  const form = useForm<typeof action>(deletionRules)
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">Delete {name}?</h1>
      <Form of={form}>
        <input type="hidden" name="version" value={version} />
        <p>
          Its games stay. Its address /collections/{slug} responds with “not found”, and the home page no longer shows
          it.
        </p>
        <FormError error={form.error} />
        <div className="console-card-decisions">
          <Submit of={form} look="destructive" busy="Deleting...">
            Delete the collection
          </Submit>
          <ButtonLink look="quiet" href={href('/admin/collections/:id', params)}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
