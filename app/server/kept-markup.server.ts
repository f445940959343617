import { randomBytes } from 'node:crypto'
import type { KeptPlaces } from '../ui/kept-markup.tsx'

/**
 * In the names of the elements that mark places while a page is put together: random, so that no stored text can name one.
 * One for the process, since React remembers the name of every element that it ever rendered.
 */
export const PLACE_KEY = randomBytes(16).toString('hex')

const kept = new WeakMap<object, Map<string, Buffer>>()

/**
 * For one render of a page: `places` goes into its KeptPlacesContext; `encode` makes the bytes of it or of a part of it, in
 * pieces, with the markup that was kept in its places, and keeps what was rendered for the first time. As bytes, since
 * encoding a page of cards costs as much as rendering the rest of it.
 */
export function openKeptPlaces(): { places: KeptPlaces; encode: (html: string) => Buffer[] } {
  const met: { of: readonly object[]; as: string }[] = []
  // An element is around what was rendered now, or empty.
  const place = new RegExp(`<kept-${PLACE_KEY}-(\\d+)>(.*?)</kept-${PLACE_KEY}-\\1>`, 'gs')
  const find = (of: object, as: string) => kept.get(of)?.get(as)
  return {
    places: (of, as) => ({
      name: `kept-${PLACE_KEY}-${met.push({ of, as }) - 1}`,
      isKept: of.every((one) => find(one, as) !== undefined),
    }),
    encode(html) {
      const pieces: Buffer[] = []
      let end = 0
      for (const found of html.matchAll(place)) {
        const [whole, at, rendered] = found
        const { of, as } = met[Number(at)]!
        pieces.push(Buffer.from(html.slice(end, found.index)))
        if (rendered) pieces.push(keep(of[0]!, as, rendered))
        else for (const one of of) pieces.push(find(one, as) ?? Buffer.alloc(0))
        end = found.index + whole.length
      }
      pieces.push(Buffer.from(html.slice(end)))
      return pieces
    },
  }
}

function keep(of: object, as: string, markup: string): Buffer {
  const bytes = Buffer.from(markup)
  const known = kept.get(of)
  if (known) known.set(as, bytes)
  else kept.set(of, new Map([[as, bytes]]))
  return bytes
}
