import { href } from 'react-router'
import { useRead } from '../../ui/use-read.ts'
import type { Picture } from '../pictures/picture.server.ts'

/** A game to play when another fails. */
export type Instead = { slug: string; title: string; picture: Picture }

const SHOWN = 3

/** Returns up to three self-hosted games other than the one that failed; none while they load, or if loading fails. */
export function useInstead(slug: string): Instead[] {
  const { data } = useRead<Instead[]>(href('/own-games'))
  return (data ?? []).filter((game) => game.slug !== slug).slice(0, SHOWN)
}
