import type { Card } from '../games/cards/card.server.ts'
import { GameRow } from '../games/cards/game-row.tsx'
import { gamesHref } from '../games/catalogue/games-href.ts'
import { CATEGORY_ROW, FEW } from './home-rules.ts'

type Game = Pick<Card, 'id' | 'title' | 'categories'>

type Props = {
  /** The player's recent games, latest first. */
  played: readonly Game[]
  /** Games similar to the latest game. */
  similar: Card[]
  /** The rows just above and below. A card must not appear twice within a screenful. */
  around: (Card | null)[][]
}

/**
 * Shows games similar to the one that was played last (docs/product.md#rows-of-one-visitor). It is a separate module,
 * so that visitors who have not played a game do not load it.
 */
export default function BecauseYouPlayed({ played, similar, around }: Props) {
  const [last] = played
  const seen = new Set([...around.flat(), ...played].map((game) => game?.id))
  const fresh = similar.filter(({ id }) => !seen.has(id)).slice(0, CATEGORY_ROW)
  if (!last || fresh.length < FEW) return null
  return (
    <GameRow
      title={`Because you played ${last.title}`}
      viewAll={gamesHref({ filter: last.categories[0] })}
      games={fresh}
    />
  )
}
