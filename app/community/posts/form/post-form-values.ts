import type { Draft } from '../../../forms/use-draft.ts'
import type { Post } from '../find-post.server.ts'
import type { PostType } from '../../post-rules.ts'

export type PickedGame = { slug: string; title: string }

/** The game and type that the form of a new post begins with, if any. */
export type NewPostStart = { game?: PickedGame | null | undefined; type?: PostType | undefined }

/** Returns these values by field name. */
export function startOf({ game, type }: NewPostStart): Draft {
  return { ...(type && { type }), ...(game && { game: game.slug, gameTitle: game.title }) }
}

/** Returns the initial values of the form that edits a post. */
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
