/** A picture in two sizes, the small one half as wide. */
export type Picture = { src: string; small: string }

type Pictured = {
  id: number
  image_url: string | null
  image_small_url: string | null
  poster_url?: string | null
  poster_small_url?: string | null
}

const PLACEHOLDER: Picture = { src: '/placeholder.svg', small: '/placeholder.svg' }

/**
 * The 16:9 picture of a game. A provider's picture comes through our own `/pictures/`, so that no list of games makes
 * the visitor's browser speak to a third party.
 */
export function pictureOf(game: Pictured): Picture {
  if (!game.image_url) return PLACEHOLDER
  if (game.image_url.startsWith('/')) return { src: game.image_url, small: game.image_small_url ?? game.image_url }
  return { src: `/pictures/${game.id}/640`, small: `/pictures/${game.id}/320` }
}

/** The 3:4 picture of an original, or null where it has none. */
export function posterOf(game: Pictured): Picture | null {
  return game.poster_url ? { src: game.poster_url, small: game.poster_small_url ?? game.poster_url } : null
}
