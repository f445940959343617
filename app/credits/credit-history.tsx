import { href } from 'react-router'
import { formatDay } from '../lib/dates.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { describeAward } from './describe-award.ts'
import type { History, HistoryLine } from './list-history.server.ts'
import { historyHref } from './rewards-href.ts'

/**
 * Credits earned, spent and taken back, newest first. The pagination has no total, because the server only knows
 * whether there is a next page.
 */
export function CreditHistory({ history: { page, lines, hasMore } }: { history: History }) {
  if (!lines.length) return <NoCredits page={page} />
  return (
    <>
      <table className="credit-history">
        <thead className="sr-only">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What for</th>
            <th scope="col">Credits</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{formatDay(new Date(line.day))}</td>
              <td>
                <What line={line} />
              </td>
              <td>{line.credits > 0 ? `+${line.credits}` : `−${-line.credits}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pagination page={page} pages={page + (hasMore ? 1 : 0)} hrefOf={historyHref} />
    </>
  )
}

function What({ line }: { line: HistoryLine }) {
  const { before, game, after } = describeAward(line)
  if (game === undefined) return before
  return (
    <>
      {before} {line.slug ? <a href={href('/games/:slug', { slug: line.slug })}>{game}</a> : game}
      {after}
    </>
  )
}

function NoCredits({ page }: { page: number }) {
  return page > 1 ? (
    <EmptyState
      title="No older entries"
      action={
        <ButtonLink look="primary" href={historyHref(1)}>
          Newest Credits
        </ButtonLink>
      }
    >
      Your history ends before page {page}.
    </EmptyState>
  ) : (
    <EmptyState
      title="No credits yet"
      action={
        <ButtonLink look="primary" href={href('/games')}>
          Browse Games
        </ButtonLink>
      }
    >
      Play a game for a minute to earn your first credit.
    </EmptyState>
  )
}
