import { href } from 'react-router'
import { useRead } from '../../ui/use-read.ts'
import type { Picture } from '../pictures/picture.server.ts'

/** A game to be played where another fails. */
export type Instead = { slug: string; title: string; picture: Picture }

const SHOWN = 3

/** Three games that this portal serves itself, without the one that failed; none while they load, or if they cannot be had. */
export function useInstead(slug: string): Instead[] {
  const { data } = useRead<Instead[]>(href('/own-games'))
  return (data ?? []).filter((game) => game.slug !== slug).slice(0, SHOWN)
}
