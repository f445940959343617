import type { Draft } from '../forms/use-draft.ts'
import type { Post } from './post.server.ts'
import type { PostType } from './post-rules.ts'

/** A game as the form of a post knows it. */
export type PickedGame = { slug: string; title: string }

/** What stands in the form of a post before anything was typed, by the names of its fields. */
export function startOf({ game, type }: { game: PickedGame | null; type: PostType }): Draft {
  return { type, game: game?.slug ?? '', gameTitle: game?.title ?? '' }
}

/** The same of a post that is there. */
export function valuesOf(post: Post): Draft {
  const { type, title, content, tags, redirectUrl, redirectTitle, game, media } = post
  return {
    ...startOf({ game, type }),
    title,
    content,
    tags: tags.join(','),
    redirectUrl: redirectUrl ?? '',
    redirectTitle,
    mediaUrl: media?.src ?? '',
  }
}
