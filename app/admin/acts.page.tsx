import { href } from 'react-router'
import { listActs, type NotedAct } from '../accounts/operator-acts.server.ts'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { formatMoment } from '../lib/dates.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/acts.page'
import './acts.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  const before = readBefore(request)
  return { ...(await listActs(before)), isNewest: before === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Acts of operators',
    description: 'What operators did, to what, and why.',
    path: href('/admin/acts'),
    noindex: true,
  })
}

/** The log of acts, for operators. */
export default function ActsPage({ loaderData: { acts, older, isNewest } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-6 text-(length:--t-2xl)">Acts of operators</h1>
      {acts.length ? <ActTable acts={acts} /> : <NoActs isNewest={isNewest} />}
      {(!isNewest || older !== null) && (
        <nav className="acts-turn" aria-label="Pages">
          {!isNewest && <ButtonLink href={href('/admin/acts')}>Newest</ButtonLink>}
          {older !== null && <ButtonLink href={`${href('/admin/acts')}?before=${older}`}>Older</ButtonLink>}
        </nav>
      )}
    </>
  )
}

function ActTable({ acts }: { acts: NotedAct[] }) {
  return (
    <table className="acts">
      <thead>
        <tr>
          {['When', 'Who', 'What', 'On what', 'Why'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {acts.map(({ id, who, isGone, act, onKind, onId, onName, why, at }) => (
          <tr key={id}>
            <td>
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
            </td>
            <td>
              {who}
              {isGone && <small> (account deleted)</small>}
            </td>
            <td className="act">{act}</td>
            <td>
              {onKind} {onName ? `@${onName}` : <small>{onId}</small>}
            </td>
            <td>{why || <span className="quiet">No reason given</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NoActs({ isNewest }: { isNewest: boolean }) {
  return (
    <EmptyState title={isNewest ? 'Nothing was done yet' : 'Nothing this far back'}>
      What operators do stands here: who did it, to what, and why.
    </EmptyState>
  )
}

/** Acts before this one; null, the newest, for what is no id. */
function readBefore(request: Request): number | null {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 && before < 2 ** 31 ? before : null
}
