/** What a picture for shared links can be of. */
export type SharedKind = 'games' | 'posts' | 'blog'

/** The picture that other sites show beside a link to a page of ours: of a game, a post, a post of the blog; of the site where none is named. */
export function sharePictureHref(kind?: SharedKind, id?: number): string {
  return kind ? `/share-pictures/${kind}/${id}` : '/share-pictures/site'
}

/** Width and height of all of them, in pixels: what the sites that show them ask for. */
export const SHARE_PICTURE_SIZE = [1200, 630] as const
