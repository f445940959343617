/** Kinds of pages that have separate share pictures. */
export type SharedKind = 'games' | 'posts' | 'blog'

/**
 * Path of the picture that other sites show next to a link to a game, post or blog post; without `kind`, of the site's
 * picture.
 */
export function sharePictureHref(kind?: SharedKind, id?: number): string {
  return kind ? `/share-pictures/${kind}/${id}` : '/share-pictures/site'
}

/** Width and height of share pictures in pixels, as other sites request. */
export const SHARE_PICTURE_SIZE = [1200, 630] as const
