import { Ellipsis, MessageCircle, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { href } from 'react-router'
import { countOf, formatCount } from '../../lib/text.ts'
import { opens } from '../../ui/floating/opens.ts'
import { Popover } from '../../ui/floating/popover.tsx'
import { AuthorLine } from '../author.tsx'
import { commentsHref, postEditHref, postHref } from '../community-href.ts'
import { LikeButton } from '../likes/like-button.tsx'
import type { BoardPost } from './list-posts.server.ts'
import PostDeleteDialog from '../posts/post-delete-dialog.tsx'
import { CARD_TAGS } from '../post-rules.ts'
import { PostTags } from '../post-tags.tsx'
import { PostWords, postLinkId } from './post-text.tsx'
import { StateNote } from '../state-note.tsx'
import { TypeBadge } from '../type-badge.tsx'

/** A post on the board (docs/product.md#posts). */
export function PostCard({ post }: { post: BoardPost }) {
  const { id, title, type, author, media, tags, comments, isMine } = post
  return (
    <article className="post-card">
      <AuthorLine author={author} at={post.createdAt} isEdited={post.editedAt !== null}>
        {isMine && <OwnMenu post={post} />}
      </AuthorLine>
      <StateNote what="post" of={post} isMine={isMine} />
      <TypeBadge type={type} />
      {title && (
        <h2 dir="auto">
          <a id={postLinkId(id)} href={postHref(id)}>
            {title}
          </a>
        </h2>
      )}
      <div className="post-card-words">
        {media && <img src={media.src} alt="" width="72" height="72" loading="lazy" />}
        <PostWords post={post} />
      </div>
      {post.game && <CardGame game={post.game} />}
      <PostTags tags={tags} most={CARD_TAGS} />
      <div className="post-card-end">
        <LikeButton post={post} isLiked={post.isLiked} />
        <a className="like" href={commentsHref(id)} aria-label={countOf(comments, 'comment')}>
          <MessageCircle aria-hidden="true" /> {formatCount(comments)}
        </a>
      </div>
    </article>
  )
}

function CardGame({ game: { title, href: to, picture } }: { game: NonNullable<BoardPost['game']> }) {
  return (
    <a className="post-card-game" href={to}>
      <img src={picture.small} alt="" width="320" height="180" loading="lazy" />
      <span dir="auto">{title}</span>
      <Play aria-hidden="true" /> Play
    </a>
  )
}

/** The author's actions. They are links, so that they work without JavaScript. */
function OwnMenu({ post: { id, title, state } }: { post: BoardPost }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Popover
        label="Your post"
        trigger={<Ellipsis aria-hidden="true" />}
        triggerClassName="icon-button"
        className="post-card-menu"
      >
        {state !== 'removed' && (
          <a className="menu-item" href={postEditHref(id)}>
            <Pencil aria-hidden="true" /> Edit
          </a>
        )}
        <a
          className="menu-item"
          href={href('/community/:id/delete', { id: String(id) })}
          onClick={(event) => {
            // Closes the menu first: the dialog later returns the focus to the element that has it now, which must be
            // the menu's button.
            event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            opens(() => setDeleting(true))(event)
          }}
        >
          <Trash2 aria-hidden="true" /> Delete
        </a>
      </Popover>
      {isDeleting && <PostDeleteDialog post={{ id, title }} onClose={() => setDeleting(false)} />}
    </>
  )
}
