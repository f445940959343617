import { type Packed, packedInPage } from '../ui/packed.tsx'
import { requestState } from './http-state.server.ts'

/**
 * What a loader sends of a packed value: where a page is asked for, only where in it the value stands, in a `<PackedInPage>`
 * with that id; else the text.
 */
export function packedFor<T>(packed: Packed<T>, at: string): Packed<T> {
  return requestState()?.isPage ? packedInPage(packed, at) : packed
}
