import { ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { loginHrefHere } from '../../accounts/login-href.ts'
import { usePlayer } from '../../accounts/use-player.ts'
import { countOf, formatCount } from '../../lib/text.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { LIKE_MESSAGES, type Liked } from '../post-rules.ts'
import type { Post } from '../posts/find-post.server.ts'
import { likeHref, useLike } from './use-like.ts'

type Props = { post: Pick<Post, 'id' | 'likes'>; isLiked: boolean }

/**
 * The like button of a card, with the count. It is disabled for visitors, and a failed like is undone without a message
 * (docs/product.md#likes).
 */
export function LikeButton({ post, isLiked }: Props) {
  const isPlayer = usePlayer() !== null
  const state = useLike(post.id, { likes: post.likes, isLiked })
  return (
    <LikeForm postId={post.id} state={state} onPress={state.toggle} isDisabled={!isPlayer}>
      <span className="sr-only">Like, </span>
      {formatCount(state.likes)}
    </LikeForm>
  )
}

/** The like button on a post's page: '1 like', 'N likes'. Asks visitors to sign in. */
export function LikeOnPost({ post, isLiked }: Props) {
  const isPlayer = usePlayer() !== null
  const state = useLike(post.id, { likes: post.likes, isLiked }, LIKE_MESSAGES.failed)
  return (
    <LikeForm postId={post.id} state={state} onPress={isPlayer ? state.toggle : offerLogin}>
      {countOf(state.likes, 'like')}
    </LikeForm>
  )
}

type FormProps = {
  postId: number
  state: Liked & { isBusy: boolean }
  onPress: () => void
  isDisabled?: boolean
  children: ReactNode
}

/** A form, so that the button works without JavaScript. */
function LikeForm({ postId, state: { isLiked, isBusy }, onPress, isDisabled = false, children }: FormProps) {
  return (
    <form
      id={`like-${postId}`}
      method="post"
      action={likeHref(postId)}
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <button
        type="submit"
        name="_method"
        value={isLiked ? 'DELETE' : 'PUT'}
        className="like"
        aria-pressed={isLiked}
        aria-busy={isBusy || undefined}
        disabled={isDisabled}
        title={isLiked ? 'Remove your like' : 'Like'}
      >
        <ThumbsUp aria-hidden="true" /> {children}
      </button>
    </form>
  )
}

function offerLogin(): void {
  showToast({
    title: LIKE_MESSAGES.visitor,
    tone: 'neutral',
    action: { label: 'Login', href: loginHrefHere() },
  })
}
