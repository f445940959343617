import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { isOpenedFromUs } from '../../server/http/security-headers.server.ts'
import { config } from '../../server/process/config.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/new-feed.page'
import { ANY_PROVIDER, NEW_FEED_BYTES } from './feed-form-rules.ts'
import { GamePreviews } from './setup/game-previews.tsx'
import { loadNewFeed } from './setup/load-new-feed.server.ts'
import { MappingForm } from './setup/mapping-form.tsx'
import { NewFeedForm } from './setup/new-feed-form.tsx'
import { SourceForm } from './setup/source-form.tsx'
import { sourceParams } from './setup/source-params.ts'
import { submitNewFeed, submitSource } from './setup/submit-new-feed.server.ts'
import '../../accounts/operators/console.css'
import './feeds.css'
import './edit/feed.css'
import './setup/new-feed.css'

/** The address contains the provider and the source; for any other feed, it also contains the mapping. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  // A link on another site must not make the portal fetch an address.
  const mayFetch = isOpenedFromUs(request.headers, config().siteUrlIsSet ? config().siteUrl : null)
  return loadNewFeed(new URL(request.url).searchParams, { request, mayFetch })
}

/** Reads the source, or saves the feed and starts its first run (docs/product.md#feeds). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  // Only the first step may include a file.
  if (request.headers.get('content-type')?.startsWith('multipart/')) return submitSource(request)
  return submitNewFeed(operator, await formOf(request, NEW_FEED_BYTES))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Add a feed',
    description: 'Connect a list of games.',
    path: href('/admin/feeds/new'),
    noindex: true,
  })
}

/** Adds a feed in two steps: first its source, then its settings with a preview of the first games. */
export default function NewFeedPage({ loaderData: step }: Route.ComponentProps) {
  const isFirst = step.step === 'source'
  return (
    <div className="feeds new-feed">
      <a className="back-link" href={isFirst ? href('/admin/feeds') : href('/admin/feeds/new')}>
        <ArrowLeft aria-hidden="true" /> {isFirst ? 'All feeds' : 'Choose another feed'}
      </a>
      <header className="feeds-head">
        <h1>{step.step === 'known' ? `Add a feed of ${step.provider.label}` : 'Add a feed'}</h1>
        <p>Step {isFirst ? 1 : 2} of 2</p>
      </header>
      {step.step === 'source' && <SourceForm key={step.failure} step={step} />}
      {step.step === 'known' && (
        <div className="new-feed-columns">
          <NewFeedForm step={step} />
          <GamePreviews preview={step.preview} />
        </div>
      )}
      {step.step === 'mapping' && (
        <div className="new-feed-columns">
          <div>
            <MappingForm
              to={href('/admin/feeds/new')}
              params={{ provider: ANY_PROVIDER, ...sourceParams(step.source) }}
              mapping={step.mapping}
              table={step.table}
            />
            <NewFeedForm step={step} />
          </div>
          <GamePreviews preview={step.preview} />
        </div>
      )}
    </div>
  )
}
