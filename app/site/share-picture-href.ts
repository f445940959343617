/** The kinds of pages whose share pictures show their content. */
export type SharedKind = 'games' | 'posts' | 'blog'

/**
 * Returns the path of the picture that other sites show next to a link to a game, post or blog post. Without `kind`,
 * returns the path of the site's picture.
 */
export function sharePictureHref(kind?: SharedKind, id?: number): string {
  return kind ? `/share-pictures/${kind}/${id}` : '/share-pictures/site'
}

/** Width and height of share pictures in pixels, as other sites require. */
export const SHARE_PICTURE_SIZE = [1200, 630] as const
