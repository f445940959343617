import { ArrowDown, ArrowUp, Play, Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { formatCount } from '../../../lib/text.ts'
import { late } from '../../../ui/floating/late.tsx'
import { opens } from '../../../ui/floating/opens.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import { holdingRule } from '../../feeds/rules/held-by-rule.ts'
import { withBack } from '../back-link.tsx'
import { StatusChip } from '../edit/status-card.tsx'
import { managedGameHref } from '../management-rules.ts'
import { BulkForm } from './bulk-form.tsx'
import type { ListedGame } from './list-managed-games.server.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { COLUMN_SORTS, type GamesQuery, gamesTableHref } from './table-rules.ts'

const PlayDrawer = late(() => import('./play-drawer.tsx'))

type Props = { query: GamesQuery; games: ListedGame[]; count: number }

/** A page of games to select, with links to edit each, and a drawer to play one. */
export function GamesTable({ query, games, count }: Props) {
  const [played, setPlayed] = useState<ListedGame | null>(null)
  const back = gamesTableHref(query)
  return (
    <>
      <BulkForm query={query} shown={games.length} count={count}>
        <table className="games-table">
          <colgroup>
            {WIDTHS.map((width, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns never move
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td />
              <SortHeading query={query} column="title" label="Game" />
              <th scope="col">Provider</th>
              <th scope="col">Categories</th>
              <th scope="col">Status</th>
              <SortHeading query={query} column="plays" label="Plays" hint="7 days" />
              <SortHeading query={query} column="failures" label="Failures" hint="7 days" />
              <SortHeading query={query} column="added" label="Added" />
              <td />
            </tr>
          </thead>
          <tbody>
            {games.map((game) => (
              <Row key={game.id} game={game} back={back} onPlay={() => setPlayed(game)} />
            ))}
          </tbody>
        </table>
      </BulkForm>
      {played && (
        <Suspense>
          <PlayDrawer key={played.id} game={played} back={back} onClose={() => setPlayed(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The widths of the columns, the same on each page. The name takes the rest. */
const WIDTHS = ['44px', 'auto', '116px', '140px', '124px', '64px', '76px', '104px', '52px']

type HeadingProps = { query: GamesQuery; column: keyof typeof COLUMN_SORTS; label: string; hint?: string }

/** A heading that sorts: first in the column's usual direction, then in the other. */
function SortHeading({ query, column, label, hint }: HeadingProps) {
  const [usual, other] = COLUMN_SORTS[column]
  const isSorted = query.sort === usual || query.sort === other
  // A to Z and fewest first ascend.
  const ascends = query.sort === (column === 'title' ? usual : other)
  const Arrow = ascends ? ArrowUp : ArrowDown
  return (
    <th scope="col" data-column={column} aria-sort={isSorted ? (ascends ? 'ascending' : 'descending') : undefined}>
      <a href={gamesTableHref({ ...query, after: 0, sort: query.sort === usual ? other : usual })}>
        <span>
          {label} {hint && <small>{hint}</small>}
        </span>
        {isSorted && <Arrow aria-hidden="true" />}
      </a>
    </th>
  )
}

const CATEGORIES_SHOWN = 2

function Row({ game, back, onPlay }: { game: ListedGame; back: string; onPlay: () => void }) {
  const { id, slug, title, provider, categories, status, reason, plays, failures, createdAt } = game
  return (
    <tr>
      <td className="games-tick">
        <input type="checkbox" name="game" value={id} aria-label={`Select ${title}`} />
      </td>
      <th scope="row" className="games-name">
        <img src={game.picture.small} alt="" width="320" height="180" loading="lazy" />
        <a href={withBack(managedGameHref(id), back)} dir="auto">
          {title}
        </a>
        {game.isFeatured && <Star aria-label="Featured" />}
        {game.isOriginal && <span className="chip">Original</span>}
        {game.isEdited && <span className="chip">Edited</span>}
      </th>
      <td data-label="Provider">{providerLabel(provider)}</td>
      <td data-label="Categories" className="games-categories">
        {categories.slice(0, CATEGORIES_SHOWN).join(', ')}
        {categories.length > CATEGORIES_SHOWN && (
          <span title={categories.join(', ')}> +{categories.length - CATEGORIES_SHOWN}</span>
        )}
      </td>
      <td data-label="Status" title={reason || undefined}>
        <StatusChip status={status} />
        <Holding game={game} />
      </td>
      <td data-label="Plays" className="games-number">
        {formatCount(plays)}
      </td>
      <td data-label="Failures" className="games-number" data-failing={failures > 0 || undefined}>
        {formatCount(failures)}
      </td>
      <td data-label="Added" className="games-added">
        <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>
      </td>
      <td className="games-play">
        <a
          className="icon-button"
          href={gameHref(slug)}
          aria-label={`Play ${title}`}
          title="Play"
          onClick={opens(onPlay)}
        >
          <Play aria-hidden="true" />
        </a>
      </td>
    </tr>
  )
}

/** The rule that holds a game, and its age rating. */
function Holding({ game }: { game: ListedGame }) {
  const { ageRating } = game
  const rule = holdingRule(game)
  const age = ageRating !== 'everyone' && ageRating
  if (rule === null && !age) return null
  return (
    <span className="games-holding">
      {rule !== null && <b dir="auto">Rule: {rule}</b>} {age && <span>{age}+</span>}
    </span>
  )
}
