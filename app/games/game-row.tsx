import { KeptMarkup } from '../lib/kept-markup.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import type { Card } from './card.server.ts'
import { GameCard, KeptGameCard } from './game-card.tsx'

type Props = { title: string; viewAll: string; games: Card[] }

/** A titled row of cards that scrolls sideways; nothing where there are no games. No two of a page have one title. */
export function GameRow({ title, viewAll, games }: Props) {
  if (!games.length) return null
  return (
    <KeptMarkup of={games} as={title}>
      {() => <Row title={title} viewAll={viewAll} games={games} one={GameCard} />}
    </KeptMarkup>
  )
}

/** The same for games that are a player's own: what others see as well are its cards alone (`sameCards`). */
export function OwnGameRow({ title, viewAll, games }: Props) {
  return games.length ? <Row title={title} viewAll={viewAll} games={games} one={KeptGameCard} /> : null
}

function Row({ title, viewAll, games, one: One }: Props & { one: typeof KeptGameCard }) {
  // Not useId: kept markup knows no place in a page.
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <SectionHeader id={id} title={title} viewAll={viewAll} />
      <ul className="row">
        {games.map((game) => (
          <li key={game.id}>
            <One game={game} />
          </li>
        ))}
      </ul>
    </section>
  )
}
