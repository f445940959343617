/**
 * SQL expressions for a hash of everything that readers see of a post `p` or a comment `c`. Decision forms contain the
 * hash, so that an operator never approves a text that differs from the text on the screen.
 */
export const POST_VERSION =
  'md5(row(p.title, p.content, p.tags, p.redirect_url, p.redirect_title, p.media_url, p.game_id)::text)'

export const COMMENT_VERSION = 'md5(c.content)'
