import { useEffect, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameRow } from '../games/cards/game-row.tsx'
import { gamesHref } from '../games/catalogue/games-href.ts'
import { keptRecent, type KeptGame } from '../games/recent/kept-recent.ts'
import { CATEGORY_ROW, FEW } from './home-rules.ts'

type Props = {
  /** A player's games, the last first, and games like that one. */
  recent: Card[]
  similar: Card[]
  /** The rows round this one: no card stands twice in what one sees at once. */
  around: (Card | null)[][]
}

/** Games like the one that was played last: a player's come with the page, for a visitor's the browser asks. */
export function BecauseYouPlayed({ recent, similar, around }: Props) {
  const kept = useSyncExternalStore<readonly KeptGame[]>(keptRecent.subscribe, keptRecent.get, () => NONE)
  const [found, setFound] = useState<{ to: number; games: Card[] }>()
  const to = kept[0]?.id
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
  const played = kept[0] ?? recent[0]
  const games = !to ? similar : found?.to === to ? found.games : []
  const seen = new Set([...around.flat(), ...kept, ...recent].map((game) => game?.id))
  const fresh = games.filter(({ id }) => !seen.has(id)).slice(0, CATEGORY_ROW)
  if (!played || fresh.length < FEW) return null
  return (
    <GameRow
      title={`Because you played ${played.title}`}
      viewAll={gamesHref({ filter: played.categories[0] })}
      games={fresh}
    />
  )
}

const NONE: KeptGame[] = []
