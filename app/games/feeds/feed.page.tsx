import { href, redirect } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { fieldText, refuseForm, refuseIntent } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { beforeOf, idOf } from '../../server/http/responses.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CursorPagination, NEWEST_FIRST } from '../../ui/cursor-pagination.tsx'
import type { Route } from './+types/feed.page'
import { FeedForm } from './edit/feed-form.tsx'
import { FeedFrame } from './edit/feed-frame.tsx'
import { FieldsCard, FieldsEditor } from './edit/fields-editor.tsx'
import { HostsCard } from './edit/hosts-card.tsx'
import { loadFields } from './edit/load-fields.server.ts'
import { submitFeed, submitFields, submitHostRemoval, submitHosts } from './edit/submit-feed.server.ts'
import { feedHref, NEW_FEED_BYTES, runHref } from './feed-form-rules.ts'
import { feedLimits } from './feed-limits.server.ts'
import { readFeedUpload } from './feed-files.server.ts'
import { findFeed, NO_FEED } from './find-feed.server.ts'
import { listPageOfRuns } from './list/page-of-runs.server.ts'
import { RunsList } from './list/runs-list.tsx'
import { listProviders } from './providers/find-provider.server.ts'
import { findActiveRun } from './runs/list-runs.server.ts'
import { startRun } from './runs/start-run.server.ts'
import '../../accounts/operators/console.css'
import './feeds.css'
import './edit/feed.css'
import './setup/new-feed.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const id = idOf(params.id, NO_FEED)
  const before = beforeOf(request)
  const [feed, providers, { runs, older }] = await Promise.all([
    findFeed(id),
    listProviders(),
    listPageOfRuns({ feedId: id, before }),
  ])
  const provider = providers.find(({ name }) => name === feed.provider) ?? null
  const editing = await loadFields(feed, provider, request)
  const allowsLocal = feedLimits().allowLoopback ?? false
  return { feed, provider, editing, runs, older, isNewest: before === null, allowsLocal }
}

/** Saves a feed or its provider's mapping or hosts, or starts a run (docs/product.md#feeds). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_FEED)
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  const { form, stored, fault } = isUpload
    ? await readFeedUpload(request)
    : { form: await formOf(request, NEW_FEED_BYTES), stored: null, fault: null }
  const submission = { request, form, redirectTo: href('/admin/feeds/:id', params) }
  switch (fieldText(form, 'intent')) {
    case 'save':
      return submitFeed({ ...submission, operator, id, stored, fault })
    case 'approve-hosts':
      return submitHosts(submission, { operator, id })
    case 'save-fields':
      return submitFields(submission, { operator, id })
    case 'remove-host':
      return submitHostRemoval(submission, { operator, id })
    case 'run':
      return runNow(operator, id)
    default:
      return refuseIntent()
  }
}

/** Starts a run and redirects to it, or to the run that is already in progress. */
async function runNow(operator: Player, feedId: number) {
  await findFeed(feedId)
  const run = await startRun({ feedId, startedBy: 'operator', operator })
  if ('runId' in run) return redirect(runHref(run.runId), 303)
  const active = await findActiveRun(feedId)
  return active ? redirect(runHref(active.id), 303) : refuseForm('The feed was deleted meanwhile', 409)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not saved' })
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData?.feed.name ?? 'Feed',
    description: 'Edit the settings of a feed and see its runs.',
    path: href('/admin/feeds/:id', params),
    noindex: true,
  })
}

/** The settings, hosts and runs of a feed. */
export default function FeedPage({ loaderData }: Route.ComponentProps) {
  const { feed, provider, editing, runs, older, isNewest, allowsLocal } = loaderData
  const { id } = feed
  return (
    <FeedFrame feed={feed} provider={provider?.label ?? feed.provider}>
      <div className="feed-columns">
        {provider && editing ? (
          <FieldsEditor feedId={id} provider={provider} editing={editing} />
        ) : (
          <FeedForm key={id} feed={feed} options={provider?.options ?? []} />
        )}
        <div className="feed-side">
          <section className="console-card" aria-labelledby="runs">
            <h2 id="runs">Runs</h2>
            {runs.length ? <RunsList runs={runs} ofOneFeed /> : <p className="quiet">It has not run yet.</p>}
            <CursorPagination
              start={isNewest ? null : feedHref(id)}
              next={older === null ? null : `${feedHref(id)}?before=${older}`}
              labels={NEWEST_FIRST}
            />
          </section>
          {provider && !editing && <FieldsCard feedId={id} provider={provider} />}
          {provider && <HostsCard provider={provider} allowsLocal={allowsLocal} />}
          <section className="console-card" aria-labelledby="delete">
            <h2 id="delete">Delete this feed</h2>
            <p>Its games stay, but no longer follow the feed.</p>
            <div className="buttons">
              <ButtonLink look="destructive" href={href('/admin/feeds/:id/delete', { id: String(id) })}>
                Delete...
              </ButtonLink>
            </div>
          </section>
        </div>
      </div>
    </FeedFrame>
  )
}
