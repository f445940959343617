import { SectionHeader } from '../../ui/section-header.tsx'
import type { Card } from './card.server.ts'
import { GameCard } from './game-card.tsx'

type Props = { title: string; id?: string; viewAll: string; games: Card[] }

/**
 * A titled row of cards that scrolls sideways. Renders nothing if there are no games. Without an `id`, the title must
 * be unique on its page, since it becomes the heading's id.
 */
export function GameRow({ title, id = title.toLowerCase().replaceAll(' ', '-'), viewAll, games }: Props) {
  if (!games.length) return null
  return (
    <section className="shelf" aria-labelledby={id}>
      <SectionHeader id={id} title={title} viewAll={viewAll} />
      {/* A row laid out before React starts has a style attribute (app/late-start.server.ts). */}
      <ul className="row" suppressHydrationWarning>
        <RowCards games={games} />
      </ul>
    </section>
  )
}

/** The items of a row or grid. */
export function RowCards({ games, large = false }: { games: Card[]; large?: boolean }) {
  return games.map((game) => (
    <li key={game.id}>
      <GameCard game={game} large={large} />
    </li>
  ))
}
