import { Link2, Pencil, Play, ShieldX, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { href } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { ReportButton } from '../../moderation/report-button.tsx'
import { copyAddress } from '../../site/copy-address.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { opens } from '../../ui/floating/opens.ts'
import { postEditHref } from '../community-href.ts'
import { AnswerLink } from '../comments/answer-mark.tsx'
import { AuthorLine } from '../author.tsx'
import { LikeOnPost } from '../likes/like-button.tsx'
import type { PostPage } from './load-post.server.ts'
import type { Post } from './find-post.server.ts'
import PostDeleteDialog from './post-delete-dialog.tsx'
import { POST_MESSAGES } from '../post-messages.ts'
import { TYPE_LABELS } from '../post-rules.ts'
import { PostTags } from '../post-tags.tsx'
import { StateNote } from '../state-note.tsx'
import { TypeBadge } from '../type-badge.tsx'

/** Pictures uploaded with posts, which operators can remove separately. */
const POST_PICTURES = '/files/post_pictures/'

/** A post on its page. */
export function PostView({ page: { post, isLiked, isMine, answer } }: { page: PostPage }) {
  const { title, content, type, author, media } = post
  return (
    <article className="text-card post">
      <AuthorLine author={author} at={post.createdAt} isEdited={post.editedAt !== null} />
      <StateNote what="post" of={post} isMine={isMine} />
      <div className="post-head">
        <TypeBadge type={type} />
        {title ? (
          <h1 dir="auto">{title}</h1>
        ) : (
          <h1 className="sr-only">{`${TYPE_LABELS[type].badge} by ${author.username}`}</h1>
        )}
      </div>
      {answer !== null && <AnswerLink commentId={answer} />}
      <p className="post-text" dir="auto">
        {content}
      </p>
      {media && (
        <img
          className="post-media"
          src={media.src}
          alt={`Shared by ${author.username}${title && `: ${title}`}`}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
        />
      )}
      <RedirectLink post={post} />
      {post.game && <PostGame game={post.game} />}
      <PostTags tags={post.tags} />
      <PostActions post={post} isLiked={isLiked} isMine={isMine} />
    </article>
  )
}

/** Link to another site; shows its host. */
function RedirectLink({ post: { redirectUrl, redirectTitle } }: { post: Post }) {
  if (!redirectUrl || !URL.canParse(redirectUrl)) return null
  const { host } = new URL(redirectUrl)
  return (
    <ButtonLink className="post-redirect" href={redirectUrl} target="_blank" rel="nofollow ugc noopener noreferrer">
      <SquareArrowOutUpRight aria-hidden="true" />
      <span>{redirectTitle || host}</span>
      {redirectTitle && <small>{host}</small>}
    </ButtonLink>
  )
}

function PostGame({ game: { title, href: to, picture } }: { game: NonNullable<Post['game']> }) {
  return (
    <div className="post-game">
      <img src={picture.small} alt="" width="320" height="180" loading="lazy" />
      <strong>{title}</strong>
      <ButtonLink look="primary" href={to} aria-label={`Play ${title}`}>
        <Play aria-hidden="true" /> Play
      </ButtonLink>
    </div>
  )
}

function PostActions({ post, isLiked, isMine }: { post: Post; isLiked: boolean; isMine: boolean }) {
  return (
    <div className="post-actions">
      <LikeOnPost post={post} isLiked={isLiked} />
      <Button look="quiet" className="needs-script" onClick={() => void copyAddress(POST_MESSAGES.copied)}>
        <Link2 aria-hidden="true" /> Share
      </Button>
      {isMine ? <OwnActions post={post} /> : <Report post={post} />}
    </div>
  )
}

/** Hidden from visitors, who would have to sign in first. Operators can remove the post directly. */
function Report({ post: { id, title, state, author, media } }: { post: Post }) {
  const player = usePlayer()
  if (!player) return null
  return (
    <div className="buttons post-own">
      {player.isOperator && state !== 'removed' && (
        <ButtonLink look="quiet" size="small" href={`${href('/admin/moderation/decision')}?kind=post&id=${id}`}>
          <ShieldX aria-hidden="true" /> Remove
        </ButtonLink>
      )}
      {media?.src.startsWith(POST_PICTURES) && (
        <ReportButton kind="picture" id={media.src} name={`the picture of ${author.username}`} label="Report picture" />
      )}
      <ReportButton kind="post" id={id} name={title ? `the post ${title}` : `the post by ${author.username}`} />
    </div>
  )
}

/** Links, so that they work without JavaScript. */
function OwnActions({ post: { id, title, state } }: { post: Post }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className="buttons post-own">
      {state !== 'removed' && (
        <ButtonLink look="quiet" href={postEditHref(id)}>
          <Pencil aria-hidden="true" /> Edit
        </ButtonLink>
      )}
      <ButtonLink
        look="destructive"
        href={href('/community/:id/delete', { id: String(id) })}
        onClick={opens(() => setDeleting(true))}
      >
        <Trash2 aria-hidden="true" /> Delete Post
      </ButtonLink>
      {isDeleting && <PostDeleteDialog post={{ id, title }} onClose={() => setDeleting(false)} />}
    </div>
  )
}
