import type { KeptPlaces } from '../ui/kept-markup.tsx'

const kept = new WeakMap<object, Map<string, Buffer>>()

/** An element that no text can forge, since React escapes texts: round what was rendered now, or empty. */
const PLACE = /<kept-(\d+)>(.*?)<\/kept-\1>/gs

/**
 * For one render of a page: `places` goes into its KeptPlacesContext; `encode` makes the bytes of it or of a part of it, in
 * pieces, with the markup that was kept in its places, and keeps what was rendered for the first time. As bytes, since
 * encoding a page of cards costs as much as rendering the rest of it.
 */
export function openKeptPlaces(): { places: KeptPlaces; encode: (html: string) => Buffer[] } {
  const met: { of: readonly object[]; as: string }[] = []
  const find = (of: object, as: string) => kept.get(of)?.get(as)
  return {
    places: (of, as) => ({
      name: `kept-${met.push({ of, as }) - 1}`,
      isKept: of.every((one) => find(one, as) !== undefined),
    }),
    encode(html) {
      const pieces: Buffer[] = []
      let end = 0
      for (const place of html.matchAll(PLACE)) {
        const [whole, at, rendered] = place
        const { of, as } = met[Number(at)]!
        pieces.push(Buffer.from(html.slice(end, place.index)))
        if (rendered) pieces.push(keep(of[0]!, as, rendered))
        else for (const one of of) pieces.push(find(one, as) ?? Buffer.alloc(0))
        end = place.index + whole.length
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
