import type { Card } from './card.server.ts'
import { GameCard } from './game-card.tsx'

const FIRST_ROWS = 6

/** Cards that fill the width, the first row's pictures at once. `large` suits a page of few games. */
export function GameGrid({ games, large = false }: { games: Card[]; large?: boolean }) {
  return (
    <ul className={large ? 'card-grid card-grid-large' : 'card-grid'}>
      {games.map((game, at) => (
        <li key={game.id}>
          <GameCard game={game} eager={at < FIRST_ROWS} large={large} />
        </li>
      ))}
    </ul>
  )
}
