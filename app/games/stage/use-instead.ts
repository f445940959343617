import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { Picture } from '../pictures/picture.server.ts'

/** A game to be played where another fails. */
export type Instead = { slug: string; title: string; picture: Picture }

const SHOWN = 3

/** Three games that this portal serves itself, without the one that failed; none while they are not there. */
export function useInstead(slug: string): Instead[] {
  const [games, setGames] = useState<Instead[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    fetch(href('/own-games'), { signal: leaving.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Instead[]>) : []))
      .then(
        (found) => setGames(found.filter((game) => game.slug !== slug).slice(0, SHOWN)),
        () => {},
      )
    return () => leaving.abort()
  }, [slug])
  return games
}
