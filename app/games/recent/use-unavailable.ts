import { href } from 'react-router'
import { useRead } from '../../ui/use-read.ts'

/** Which of the games that this browser has stored are not public; none until that is known. */
export function useUnavailable(ids: readonly number[]): readonly number[] {
  const path = ids.length ? `${href('/unavailable-games')}?games=${ids.join()}` : null
  return useRead<{ games: number[] }>(path).latest?.games ?? NONE
}

const NONE: number[] = []
