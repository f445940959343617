import { useId } from 'react'
import { SectionHeader } from '../ui/section-header.tsx'
import type { Card } from './card.server.ts'
import { GameCard } from './game-card.tsx'

/** A titled row of cards that scrolls sideways; nothing where there are no games. */
export function GameRow({ title, viewAll, games }: { title: string; viewAll: string; games: Card[] }) {
  const id = useId()
  if (!games.length) return null
  return (
    <section aria-labelledby={id}>
      <SectionHeader id={id} title={title} viewAll={viewAll} />
      <ul className="row">
        {games.map((game) => (
          <li key={game.id}>
            <GameCard game={game} />
          </li>
        ))}
      </ul>
    </section>
  )
}
