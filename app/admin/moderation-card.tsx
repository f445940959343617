import type { ReactNode } from 'react'
import { postHref } from '../community/community-href.ts'
import { formatMoment } from '../lib/dates.ts'
import { listOf } from '../lib/text.ts'
import { REASON_LABELS } from '../moderation/moderation-rules.ts'
import type { ModeratedItem } from '../moderation/moderated-items.server.ts'
import { decisionHref } from './admin-href.ts'
import { OwnerLine } from './owner-line.tsx'

const KINDS = { post: 'Post', comment: 'Comment', player: 'Profile', picture: 'Picture' } as const

const HEADINGS = { post: 'Post by', comment: 'Comment by', player: 'Profile of', picture: 'Picture of' } as const

const PENDING_REASONS = new Map([
  ['first', 'Pending: first link or picture of a new account'],
  ['word', 'Pending: contains a blocked word'],
])

/** An item that operators decide on: what it is, why it is here and whose it is; `children` are the forms. */
export function ModerationCard({
  item,
  note,
  children,
}: {
  item: ModeratedItem
  note?: ReactNode
  children: ReactNode
}) {
  const { subject, title, content, redirectUrl, picture, createdAt, postId, owner } = item
  const heading = title || `${HEADINGS[subject.kind]} @${owner.username}`
  return (
    <article className="console-card" aria-label={heading}>
      <header className="console-card-head">
        <span className="chip">{KINDS[subject.kind]}</span>
        <time className="quiet" dateTime={createdAt}>
          {formatMoment(new Date(createdAt))}
        </time>
        {postId !== null && (
          <a className="text-link" href={postHref(postId)}>
            Open the post
          </a>
        )}
      </header>
      <OwnerLine owner={owner} />
      <h3>{heading}</h3>
      {content && (
        <p className="console-card-text" dir="auto">
          {content}
        </p>
      )}
      {redirectUrl && (
        <p className="console-card-text">
          Link:{' '}
          <a className="text-link" href={redirectUrl} target="_blank" rel="nofollow ugc noopener noreferrer">
            {redirectUrl}
          </a>
        </p>
      )}
      <ItemDetails item={item} />
      {picture && <ItemPicture item={item} picture={picture} />}
      <ItemReasons item={item} />
      {note}
      <div className="console-card-decisions">{children}</div>
    </article>
  )
}

/** The other texts of a post, and the full name of a reported player. */
function ItemDetails({ item: { subject, redirectTitle, tags, gameTitle, owner } }: { item: ModeratedItem }) {
  const details = {
    'Link title': redirectTitle,
    Tags: tags.join(', '),
    Game: gameTitle,
    'Full name': subject.kind === 'player' && owner.fullName,
  }
  return Object.entries(details).map(
    ([label, text]) =>
      text && (
        <p key={label} className="console-card-text">
          {label}: {text}
        </p>
      ),
  )
}

function ItemPicture({ item: { subject, owner }, picture }: { item: ModeratedItem; picture: string }) {
  const isAlone = subject.kind === 'picture'
  return (
    <div className="console-card-picture">
      <img src={picture} alt={`Uploaded by @${owner.username}`} loading="lazy" />
      {!isAlone && picture.startsWith('/files/') && (
        <a className="text-link" href={decisionHref({ kind: 'picture', id: picture })}>
          Remove only the picture
        </a>
      )}
    </div>
  )
}

/** Why an item is here: pending review, reported or removed. */
function ItemReasons({ item: { state, stateWhy, reasons, words } }: { item: ModeratedItem }) {
  const count = reasons.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className="console-card-reasons">
      {state === 'held' && <p>{PENDING_REASONS.get(stateWhy) ?? 'Pending review'}</p>}
      {count > 0 && (
        <p>
          Reported {count === 1 ? 'once' : `${count} times`}:{' '}
          {listOf(reasons.map((one) => `${one.count} × ${REASON_LABELS[one.reason].toLowerCase()}`))}
        </p>
      )}
      {words.length > 0 && (
        <ul>
          {words.map((reported, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be identical
            <li key={at}>“{reported}”</li>
          ))}
        </ul>
      )}
      {state === 'removed' && <p>Removed: {stateWhy}</p>}
    </div>
  )
}
