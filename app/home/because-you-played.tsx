import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameRow } from '../games/cards/game-row.tsx'
import { gamesHref } from '../games/catalogue/games-href.ts'
import { CATEGORY_ROW, FEW } from './home-rules.ts'

type Game = Pick<Card, 'id' | 'title' | 'categories'>

type Props = {
  /** The games that were played, the last first. */
  played: readonly Game[]
  /** The rows round this one: no card stands twice in what one sees at once. */
  around: (Card | null)[][]
}

/**
 * Games like the one that was played last (docs/product.md, Home page). The browser asks for them: the page is everybody's, and a
 * module of its own that who has played nothing never loads.
 */
export default function BecauseYouPlayed({ played, around }: Props) {
  const [last] = played
  const [found, setFound] = useState<{ to: number; games: Card[] }>()
  const to = last?.id
  useEffect(() => {
    if (!to) return
    const leaving = new AbortController()
    fetch(href('/game/:id/similar', { id: String(to) }), { signal: leaving.signal })
      .then((answer) => answer.json() as Promise<{ games: Card[] }>)
      .then(({ games }) => setFound({ to, games }))
      // The page is whole without it.
      .catch(() => {})
    return () => leaving.abort()
  }, [to])
  if (!last || !found || found.to !== to) return null
  const seen = new Set([...around.flat(), ...played].map((game) => game?.id))
  const fresh = found.games.filter(({ id }) => !seen.has(id)).slice(0, CATEGORY_ROW)
  if (fresh.length < FEW) return null
  return (
    <GameRow
      title={`Because you played ${last.title}`}
      viewAll={gamesHref({ filter: last.categories[0] })}
      games={fresh}
    />
  )
}
