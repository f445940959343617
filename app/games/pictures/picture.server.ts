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
 * Returns the 16:9 picture of a game. A provider's picture is served from the portal's `/pictures/`, so that a
 * visitor's browser does not contact a third party for a list of games. A game without a picture has a poster
 * (poster.server.ts).
 */
export function pictureOf(game: Pictured): Picture {
  if (!game.image_url) return posterAt(game.id, 'poster')
  if (game.image_url.startsWith('/')) return { src: game.image_url, small: game.image_small_url ?? game.image_url }
  return { src: `/pictures/${game.id}/640`, small: `/pictures/${game.id}/320` }
}

/**
 * Returns the 3:4 picture of an original's card: the original's 3:4 picture, else its 16:9 picture, cropped, else a
 * poster.
 */
export function tallPictureOf(game: Pictured): Picture {
  return posterOf(game) ?? (game.image_url ? pictureOf(game) : posterAt(game.id, 'poster-tall'))
}

/** Whether a picture from `pictureOf` is a poster, which is used if the game has no picture. */
export function isDrawn({ src }: Picture): boolean {
  return /\/poster(?:-tall)?$/.test(src) && src.startsWith('/pictures/')
}

/** Returns the path of a category's poster. */
export function categoryPosterOf(slug: string): string {
  return `/pictures/category/${slug}`
}

/** Returns a poster as a picture. The same SVG serves every size. */
function posterAt(id: number, shape: 'poster' | 'poster-tall'): Picture {
  const src = `/pictures/${id}/${shape}`
  return { src, small: src }
}

/** Returns the 3:4 picture of an original, or null if it has none. */
export function posterOf(game: Pictured): Picture | null {
  return game.poster_url ? { src: game.poster_url, small: game.poster_small_url ?? game.poster_url } : null
}
