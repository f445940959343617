/**
 * SQL expressions for a hash of everything that readers see of a post `p` or a comment `c`. Decision forms contain it,
 * so that an operator never approves a text other than the one on the screen.
 */
export const POST_VERSION =
  'md5(row(p.title, p.content, p.tags, p.redirect_url, p.redirect_title, p.media_url, p.game_id)::text)'

export const COMMENT_VERSION = 'md5(c.content)'
