import { href, redirect } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import '../../../accounts/operators/console.css'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { staysWhenSent } from '../../../forms/stays-when-sent.ts'
import { countOf } from '../../../lib/text.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { notFound } from '../../../server/http/responses.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { ARRANGED, tagAdminHref, TAG_MAX, tagMergeRules } from '../arrangement-rules.ts'
import { runArrangeForm } from '../run-arrange-form.server.ts'
import type { Route } from './+types/merge-tag.page'
import { findManagedTag, mergeTag } from './save-tags.server.ts'
import { NO_TAG } from './tags-query.ts'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const { tag, into } = namesIn(request)
  if (!tag) throw redirect(href('/admin/tags'))
  const [from, target] = await Promise.all([findManagedTag(tag), findManagedTag(into.toLowerCase())])
  if (!from || from.mergedInto) throw notFound(NO_TAG)
  return { from, into: target?.spelling ?? into, intoGames: target?.games ?? 0 }
}

/** Merges a tag into another. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const { tag } = namesIn(request)
  const form = await formOf(request)
  return runArrangeForm(
    { request, form, redirectTo: href('/admin/tags') },
    {
      rules: tagMergeRules,
      done: ARRANGED.merged,
      run: (values) => mergeTag(operator, tag, values),
      leadsTo: ({ into }) => tagAdminHref(into.toLowerCase()),
    },
  )
}

function namesIn(request: Request) {
  const { searchParams } = new URL(request.url)
  const text = (name: string) => (searchParams.get(name) ?? '').slice(0, TAG_MAX).trim()
  return { tag: text('tag').toLowerCase(), into: text('into') }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not merged' })
}

/** A merged tag cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Merge a tag',
    description: 'Merge a tag into another.',
    path: href('/admin/tags/merge'),
    noindex: true,
  })
}

/** Asks for confirmation before a tag is merged into another. */
export default function MergeTagPage({ loaderData: { from, into, intoGames } }: Route.ComponentProps) {
  const form = useForm<typeof action>(tagMergeRules)
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">Merge the tag {from.spelling}</h1>
      <Form of={form}>
        <input type="hidden" name="seen" value={from.seen} />
        <p dir="auto">
          {countOf(from.games, 'game')} with the tag {from.spelling} {from.games === 1 ? 'gets' : 'get'} the other tag
          instead
          {into && `; ${countOf(intoGames, 'game')} ${intoGames === 1 ? 'has' : 'have'} the tag ${into} now`}. The
          address of this tag redirects there permanently, and imports replace this tag, too. You cannot undo a merge.
        </p>
        <TextField {...form.field('into', into)} label="Merge into" maxLength={TAG_MAX} autoComplete="off" required />
        <FormError error={form.error} />
        <div className="console-card-decisions">
          <Submit of={form} look="destructive" busy="Merging...">
            Merge
          </Submit>
          <ButtonLink look="quiet" href={tagAdminHref(from.tag)}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
