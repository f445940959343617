import { href } from 'react-router'
import { listAuditLog, type LoggedAct } from '../accounts/operators/audit-log.server.ts'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { gamesTableHref, readGamesQuery } from '../games/management/table/table-rules.ts'
import { blogPostHref } from '../blog/blog-href.ts'
import { formatMoment } from '../lib/dates.ts'
import { beforeOf } from '../server/http/responses.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { postHref } from '../community/community-href.ts'
import { playerHref } from '../accounts/player-href.ts'
import { siteOf } from '../site/use-site.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/audit-log.page'
import './audit-log.css'
import { ModerationFrame } from './moderation-frame.tsx'
import { CursorPagination, NEWEST_FIRST } from '../ui/cursor-pagination.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'audit')
  const before = beforeOf(request)
  return { ...(await listAuditLog(before)), isNewest: before === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Audit log',
    description: 'See what operators did, and why.',
    path: href('/admin/acts'),
    noindex: true,
  })
}

/** The audit log, for operators. */
export default function AuditLogPage({ loaderData: { entries, older, isNewest } }: Route.ComponentProps) {
  const here = href('/admin/acts')
  return (
    <ModerationFrame title="Audit log">
      {entries.length ? <AuditLogTable entries={entries} /> : <NoEntries isNewest={isNewest} />}
      <CursorPagination
        start={isNewest ? null : here}
        next={older === null ? null : `${here}?before=${older}`}
        labels={NEWEST_FIRST}
      />
    </ModerationFrame>
  )
}

function AuditLogTable({ entries }: { entries: LoggedAct[] }) {
  return (
    <table className="audit-log">
      <thead>
        <tr>
          {['When', 'Operator', 'Action', 'Item', 'Reason'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, who, isDeleted, act, why, at, ...on }) => (
          <tr key={id}>
            <td>
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
            </td>
            <td>
              {who}
              {isDeleted && <small> (account deleted)</small>}
            </td>
            <td className="act">{act}</td>
            <td>
              <ActedOn {...on} />
            </td>
            <td>{why || <span className="quiet">No reason given</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Things that exist only once, by kind. */
const PAGES = new Map([
  ['words', { label: 'blocklist', to: href('/admin/moderation/words') }],
  ['site', { label: 'site copy', to: href('/admin/site') }],
  ['home page', { label: 'home page', to: href('/admin/home-page') }],
])

/** What an act was done to, with a link while it exists. */
function ActedOn({
  onKind,
  onId,
  onName,
  postId,
  title,
}: Pick<LoggedAct, 'onKind' | 'onId' | 'onName' | 'postId' | 'title'>) {
  const page = PAGES.get(onKind)
  if (page) {
    return (
      <>
        <a className="text-link" href={page.to}>
          {page.label}
        </a>
        {title && ` “${title}”`}
      </>
    )
  }
  const to = addressOf(onKind, onId, onName, postId)
  // A view is named by its query, which only its link needs.
  const name = onKind === 'view' ? 'of games' : onName ? `@${onName}` : onId
  return (
    <>
      {onKind === 'games' ? 'bulk action' : onKind}{' '}
      {to ? (
        <a className="text-link" href={to}>
          {name}
        </a>
      ) : (
        <small>{name}</small>
      )}
      {title && ` “${title}”`}
    </>
  )
}

function addressOf(onKind: string, onId: string, onName: string | null, postId: number | null): string | null {
  if (onKind === 'blog post') return blogPostHref(onId)
  if (onKind === 'category' && onId !== 'order') return href('/admin/categories/:slug', { slug: onId })
  if (onKind === 'tag') return `${href('/admin/tags/edit')}?${new URLSearchParams({ tag: onId })}`
  if (onKind === 'collection' && onId !== 'order') return href('/admin/collections/:id', { id: onId })
  if (onKind === 'game') return href('/admin/games/:id', { id: onId })
  if (onKind === 'games') return href('/admin/games/bulk/:id', { id: onId })
  if (onKind === 'view') return gamesTableHref(readGamesQuery(new URLSearchParams(onId)))
  // Imports by command name a provider.
  if (onKind === 'feed' && /^\d+$/.test(onId)) return href('/admin/feeds/:id', { id: onId })
  if (onKind === 'feed run') return href('/admin/feeds/runs/:id', { id: onId })
  if (onKind === 'message') return href('/admin/inbox/:id', { id: onId })
  if (onName) return playerHref(onName)
  return postId === null ? null : postHref(postId)
}

function NoEntries({ isNewest }: { isNewest: boolean }) {
  return (
    <EmptyState title={isNewest ? 'No entries yet' : 'No older entries'}>
      This page lists every action by an operator, with the reason.
    </EmptyState>
  )
}
