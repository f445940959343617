import type { Card } from './card.server.ts'
import { GameCard } from './game-card.tsx'
import { RowCards } from './game-row.tsx'

const FIRST_ROWS = 6

/**
 * A grid of cards that fills the width. Pictures of the first row load at once. Use `large` on a page with few games.
 */
export function GameGrid({ games, large = false }: { games: Card[]; large?: boolean }) {
  return (
    <ul className={large ? 'card-grid card-grid-large' : 'card-grid'}>
      {games.slice(0, FIRST_ROWS).map((game) => (
        <li key={game.id}>
          <GameCard game={game} eager large={large} />
        </li>
      ))}
      <RowCards games={games.slice(FIRST_ROWS)} large={large} />
    </ul>
  )
}
