import { Clock, EyeOff } from 'lucide-react'
import { STATE_NOTE_ID } from './community-href.ts'
import type { Post } from './posts/find-post.server.ts'

type Props = { what: 'post' | 'comment'; of: Pick<Post, 'state' | 'stateWhy'>; isMine: boolean }

/**
 * States that a post or comment is pending or removed. The author sees the reason
 * (docs/product.md#pending-posts-and-comments), an operator only the state. Renders nothing for public posts and
 * comments.
 */
export function StateNote({ what, of: { state, stateWhy }, isMine }: Props) {
  if (state === 'shown') return null
  const Icon = state === 'held' ? Clock : EyeOff
  return (
    <p className="state-note" id={what === 'post' ? STATE_NOTE_ID : undefined}>
      <Icon aria-hidden="true" />
      <span>
        {isMine ? noteOf(what, state, stateWhy) : `This ${what} is ${state === 'held' ? 'pending review' : state}.`}
      </span>
    </p>
  )
}

const PENDING_REASONS = new Map([
  ['first', 'We check the first link or picture from new accounts.'],
  ['word', 'It contains something that we review first.'],
])

function noteOf(what: string, state: 'held' | 'removed', why: string): string {
  if (state === 'removed')
    return `An operator removed this ${what}, and nobody else sees it. Reason: ${why || 'none given.'}`
  return [`This ${what} is waiting for review.`, PENDING_REASONS.get(why), 'Others see it once approved.']
    .filter(Boolean)
    .join(' ')
}
