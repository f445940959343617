/**
 * Expressions for a hash of everything readers see of a post `p` or a comment `c`. A decision form carries it, so that an operator
 * never approves a text other than the one that was on the screen.
 */
export const POST_VERSION =
  'md5(row(p.title, p.content, p.tags, p.redirect_url, p.redirect_title, p.media_url, p.game_id)::text)'

export const COMMENT_VERSION = 'md5(c.content)'
