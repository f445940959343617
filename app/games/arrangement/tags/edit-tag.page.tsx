import { ArrowLeft, ExternalLink } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { countOf } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, FormError, TextField } from '../../../ui/fields/field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { tagsHref } from '../../catalogue/games-href.ts'
import { TAGS } from '../../catalogue/tags.ts'
import { gamesTableHref } from '../../management/table/table-rules.ts'
import { ARRANGED, DESCRIPTION_MAX, tagAdminHref, TAG_MAX, tagRules } from '../arrangement-rules.ts'
import { listChanges } from '../changes/arrangement-changes.server.ts'
import { ChangeNotes } from '../changes/change-notes.tsx'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/edit-tag.page'
import { findManagedTag, type ManagedTag, saveTag } from './save-tags.server.ts'
import { NO_TAG } from './tags-query.ts'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const [tag, changes] = await Promise.all([findManagedTag(tagIn(request)), listChanges(['tag'])])
  if (!tag || tag.mergedInto) throw notFound(NO_TAG)
  return { tag, changes }
}

/** Saves a tag (docs/product.md#tags). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const tag = tagIn(request)
  const form = await formOf(request)
  return runArrangeForm(
    { request, form, redirectTo: tagAdminHref(tag) },
    {
      rules: tagRules,
      done: ARRANGED.saved,
      run: (values) => saveTag(operator, tag, values),
      leadsTo: ({ name }) => (name.toLowerCase() === tag ? null : tagAdminHref(name.toLowerCase())),
    },
  )
}

const tagIn = (request: Request) => (new URL(request.url).searchParams.get('tag') ?? '').slice(0, TAG_MAX).toLowerCase()

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData ? `Tag ${loaderData.tag.spelling}` : 'Tag',
    description: 'Edit a tag of games.',
    path: href('/admin/tags/edit'),
    noindex: true,
  })
}

/** A tag with everything that an operator can change. */
export default function EditTagPage({ loaderData: { tag: found, changes } }: Route.ComponentProps) {
  const { tag, spelling, games, isHidden } = found
  return (
    // The key resets the forms when another tag is shown.
    <div key={tag}>
      <a className="back-link" href={href('/admin/tags')}>
        <ArrowLeft aria-hidden="true" /> All tags
      </a>
      <header className="arrange-head">
        <div>
          <h1 dir="auto">{spelling}</h1>
          <a className="text-link" href={gamesTableHref({ tag })}>
            {countOf(games, 'game')}
          </a>
        </div>
        {!isHidden && (
          <a className="text-link" href={tagsHref([spelling])} target="_blank" rel="noopener">
            Open its page <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only"> in a new tab</span>
          </a>
        )}
      </header>
      <RefusedNote />
      <ChangeNotes changes={changes} />
      <div className="arrange-columns">
        <section className="console-card">
          <EditTagForm tag={found} />
        </section>
        <section className="console-card">
          <h2>Merge</h2>
          <p>Games get the other tag instead, and the address of this one redirects there permanently.</p>
          <form action={href('/admin/tags/merge')} className="form">
            <input type="hidden" name="tag" value={tag} />
            <TextField
              label="Merge into"
              name="into"
              list="known-tags"
              maxLength={TAG_MAX}
              autoComplete="off"
              required
            />
            <datalist id="known-tags">
              {TAGS.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <div>
              <Button type="submit">Continue</Button>
            </div>
          </form>
        </section>
      </div>
    </div>
  )
}

function EditTagForm({ tag: { spelling, description, isHidden, seen } }: { tag: ManagedTag }) {
  const form = useForm<typeof action>(tagRules)
  return (
    // The key resets the fields when another operator has saved.
    <Form key={seen} of={form} inert={form.isBusy}>
      <input type="hidden" name="seen" value={seen} />
      <TextField
        {...form.field('name', spelling)}
        label="Name"
        hint="its old address redirects"
        maxLength={TAG_MAX}
        dir="auto"
        autoComplete="off"
        required
      />
      <TextArea
        {...form.field('description', description)}
        label="Description"
        hint="optional; on its page and in search results"
        rows={4}
        maxLength={DESCRIPTION_MAX}
      />
      <Checkbox {...form.box('hidden', isHidden)}>
        Hide it: no page shows it, and its address responds with “not found”
      </Checkbox>
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="primary" busy="Saving...">
          Save
        </Submit>
      </div>
    </Form>
  )
}
