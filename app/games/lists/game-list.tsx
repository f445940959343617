import { ChevronLeft } from 'lucide-react'
import { href } from 'react-router'
import { countOf } from '../../lib/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Card } from '../cards/card.server.ts'
import { GameGrid } from '../cards/game-grid.tsx'
import type { Order } from './list-orders.ts'
import { Orders } from './orders.tsx'

type Props = {
  heading: string
  description: string
  list: { games: Card[]; total: number; page: number; pages: number; order: Order; isOrdered: boolean }
  /** Returns the path of the list with an order and a page. */
  hrefOf: (at: { order: Order; page?: number }) => string
  /** Shown if the list has no games. `action` is the address of "Browse All Games". */
  empty: { title: string; text: string; action: string }
}

/** The page of a category or a collection: a paginated list of games with sort orders. */
export function GameList({ heading, description, list, hrefOf, empty }: Props) {
  const { games, total, page, pages, order, isOrdered } = list
  return (
    <>
      <a className="view-all category-back" href={href('/')}>
        <ChevronLeft aria-hidden="true" /> Back to Home
      </a>
      <h1 dir="auto">{heading}</h1>
      {description && (
        <p className="list-text" dir="auto">
          {description}
        </p>
      )}
      {games.length ? (
        <>
          <div className="list-head">
            <p>{countOf(total, 'game')}</p>
            {isOrdered && total > 1 && <Orders current={order} hrefOf={(other) => hrefOf({ order: other })} />}
          </div>
          <GameGrid games={games} />
          <Pagination page={page} pages={pages} hrefOf={(at) => hrefOf({ order, page: at })} />
        </>
      ) : (
        <EmptyState
          title={empty.title}
          action={
            <ButtonLink look="primary" href={empty.action}>
              Browse All Games
            </ButtonLink>
          }
        >
          {empty.text}
        </EmptyState>
      )}
    </>
  )
}
