import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { staysWhenSent } from '../../forms/stays-when-sent.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import type { Route } from './+types/delete-feed.page'
import { FEED_DONE, feedHref, gamesLabel, versionRules } from './feed-form-rules.ts'
import { findFeed, NO_FEED } from './find-feed.server.ts'
import { deleteFeed } from './save-feed.server.ts'
import '../../accounts/operators/console.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const { id, name, games, version, fileName } = await findFeed(idOf(params.id, NO_FEED))
  return { id, name, games, version, fileName }
}

/** Deletes a feed. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_FEED)
  let isDeleted = false
  const response = await runOperatorForm(
    { request, form: await formOf(request), redirectTo: href('/admin/feeds') },
    {
      rules: versionRules,
      done: FEED_DONE.deleted,
      run: async ({ version }) => {
        const result = await deleteFeed({ operator, id, version })
        isDeleted = result.outcome === 'done'
        return result
      },
    },
  )
  // The feed's page no longer exists, so redirect with and without JavaScript.
  return isDeleted ? redirectWithFlash(href('/admin/feeds'), FEED_DONE.deleted) : response
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not deleted' })
}

export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete a feed',
    description: 'Delete a feed.',
    path: href('/admin/feeds/:id/delete', params),
    noindex: true,
  })
}

/** Asks for confirmation before a feed is deleted. */
export default function DeleteFeedPage({ loaderData }: Route.ComponentProps) {
  const { id, name, games, version, fileName } = loaderData
  const form = useForm<typeof action>(versionRules)
  return (
    <div className="console-card console-card-alone">
      <h1 dir="auto">Delete the feed {name}?</h1>
      <Form of={form}>
        <input type="hidden" name="version" value={version} />
        <p>
          {games > 0
            ? `${gamesLabel(games)} will keep the current status and no longer follow the feed. `
            : 'It has no games. '}
          Its rules and the record of its runs are deleted{fileName ? `, and so is the file ${fileName}` : ''}. You can
          no longer undo its runs. If you add the feed again, the games follow it again.
        </p>
        <FormError error={form.error} />
        <div className="console-card-decisions">
          <Submit of={form} look="destructive" busy="Deleting...">
            Delete the feed
          </Submit>
          <ButtonLink look="quiet" href={feedHref(id)}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
