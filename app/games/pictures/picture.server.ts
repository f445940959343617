/** A picture in two sizes, the small one half as wide. */
export type Picture = { src: string; small: string }

type Pictured = {
  id: number
  image_url: string | null
  image_small_url: string | null
  poster_url?: string | null
  poster_small_url?: string | null
}

/**
 * The 16:9 picture of a game. A provider's picture comes through our own `/pictures/`, so that no list of games makes
 * the visitor's browser speak to a third party. A game without one has a poster (poster.server.ts).
 */
export function pictureOf(game: Pictured): Picture {
  if (!game.image_url) return posterAt(game.id, 'poster')
  if (game.image_url.startsWith('/')) return { src: game.image_url, small: game.image_small_url ?? game.image_url }
  return { src: `/pictures/${game.id}/640`, small: `/pictures/${game.id}/320` }
}

/** The 3:4 picture of an original's card: its own, or a drawn one; one of 16:9 is cut before that. */
export function tallPictureOf(game: Pictured): Picture {
  return posterOf(game) ?? (game.image_url ? pictureOf(game) : posterAt(game.id, 'poster-tall'))
}

/** Whether what `pictureOf` gives is drawn, since the game has no picture. */
export function isDrawn({ src }: Picture): boolean {
  return /\/poster(?:-tall)?$/.test(src) && src.startsWith('/pictures/')
}

/** The poster of a category, by its slug. */
export function categoryPosterOf(slug: string): string {
  return `/pictures/category/${slug}`
}

/** One drawing for every size. */
function posterAt(id: number, shape: 'poster' | 'poster-tall'): Picture {
  const src = `/pictures/${id}/${shape}`
  return { src, small: src }
}

/** The 3:4 picture of an original, or null where it has none. */
export function posterOf(game: Pictured): Picture | null {
  return game.poster_url ? { src: game.poster_url, small: game.poster_small_url ?? game.poster_url } : null
}
