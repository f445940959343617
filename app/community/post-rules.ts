/** Options, limits and messages of posts and comments (docs/product.md#posts). */

export const POST_TYPES = ['discussion', 'question', 'suggestion', 'showcase'] as const
export type PostType = (typeof POST_TYPES)[number]

/** Labels of a type: on the badge of a post, and in the filter of the board. */
export const TYPE_LABELS: Readonly<Record<PostType, { badge: string; filter: string }>> = {
  discussion: { badge: 'Discussion', filter: 'Discussions' },
  question: { badge: 'Tips', filter: 'Tips' },
  suggestion: { badge: 'Suggestion', filter: 'Suggestions' },
  showcase: { badge: 'Showcase', filter: 'Showcase' },
}

export const BOARD_TABS = ['recent', 'popular', 'my-posts'] as const
export type BoardTab = (typeof BOARD_TABS)[number]

export const POSTS_ON_PAGE = 20
export const COMMENTS_ON_PAGE = 50

export const CONTENT_MIN = 10
export const CONTENT_MAX = 5000
export const TITLE_MAX = 200
export const REDIRECT_URL_MAX = 2000
export const REDIRECT_TITLE_MAX = 100
export const TAG_MAX = 20
export const TAGS_MAX = 5
export const COMMENT_MAX = 5000

/** The number of characters of a post's text on a card before `Read more`, and of tags before `+N`. */
export const CARD_CONTENT = 200
export const CARD_TAGS = 3

/**
 * Limits of an uploaded picture: the bytes of the upload, the longest side of the stored picture, and the pixels of the
 * upload.
 */
export const MEDIA_BYTES = 5 * 1024 * 1024
export const MEDIA_SIDE = 1600
export const MEDIA_PIXELS = 16_700_000
export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const LIKE_MESSAGES = {
  visitor: 'Please log in to like posts',
  failed: 'Failed to update like',
} as const

/** A post's likes after liking or unliking it. */
export type Liked = { likes: number; isLiked: boolean }
