import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import type { HomeArrangement } from '../../db/schema/arrangement.server.ts'
import { formatMoment } from '../../lib/dates.ts'
import { idOf, type Missing, notFound } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Home } from '../home.tsx'
import { AUTOMATIC } from '../home-rows.ts'
import { loadHome } from '../load-home.server.ts'
import { loadHomePage } from '../load-home-page.server.ts'
import type { Route } from './+types/preview.page'
import { findArrangement } from './find-arrangement.server.ts'
import { PublishForm } from './draft-bar.tsx'
import { findDraft } from './drafts.server.ts'
import { RestoreForm } from './earlier-versions.tsx'
import { findVersion, listVersions } from './versions.server.ts'
import './drafts.css'

export async function loader({ request }: Route.LoaderArgs) {
  const operator = await requireStaff(request, 'games')
  const [previewed, [newest = null]] = await Promise.all([findPreviewed(request, operator.id), listVersions()])
  const { arrangement, ...shown } = previewed
  return { ...shown, newest, ...(await loadHomePage(request, loadHome(arrangement))) }
}

type Previewed = {
  arrangement: HomeArrangement
  label: string
  isDraft: boolean
  /** The id of the version to restore; 0 for the automatic page, null if there is nothing to restore. */
  version: number | null
}

/** Loads the version in the address, or else the operator's draft, or else the version that visitors see. */
async function findPreviewed(request: Request, operatorId: string): Promise<Previewed> {
  const asked = new URL(request.url).searchParams.get('version')
  if (asked === '0') return { arrangement: AUTOMATIC, label: 'The automatic home page', isDraft: false, version: 0 }
  if (asked !== null) {
    const version = await findVersion(idOf(asked, NO_VERSION))
    if (!version) throw notFound(NO_VERSION)
    const { id, arrangement, who, act, publishedAt } = version
    const label = `The version that ${who} ${act} on ${formatMoment(publishedAt)}`
    return { arrangement, label, isDraft: false, version: id }
  }
  const draft = await findDraft(operatorId)
  const own = { isDraft: draft !== null, version: null }
  if (draft) return { ...own, arrangement: draft.arrangement, label: 'Your changes, which are not published' }
  return { ...own, arrangement: await findArrangement(), label: 'The home page as visitors see it' }
}

const NO_VERSION: Missing = {
  name: 'Version not found',
  title: 'Version not found',
  text: 'The home page has no such version.',
  action: { label: 'Back to the console', href: href('/admin/home-page') },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Preview of the home page',
    description: 'See what the home page will look like.',
    path: href('/admin/home-page/preview'),
    noindex: true,
  })
}

/** Shows operators the home page as arranged in a draft or a version. */
export default function HomePreviewPage({ loaderData }: Route.ComponentProps) {
  const { label, isDraft, version, newest, ...home } = loaderData
  const console = href('/admin/home-page')
  return (
    <>
      <aside className="preview-bar" aria-label="Preview">
        <p>
          <strong>{label}.</strong> Only operators see this preview.
        </p>
        <div className="draft-acts">
          <ButtonLink size="small" href={console}>
            <ArrowLeft aria-hidden="true" /> Back to the console
          </ButtonLink>
          {isDraft && <PublishForm seen={newest?.id ?? 0} action={console} size="small" />}
          {version !== null && version !== (newest?.id ?? 0) && (
            <RestoreForm version={version} seen={newest?.id ?? 0} label="this version" action={console} />
          )}
        </div>
      </aside>
      <Home {...home} />
    </>
  )
}
