import { Clock, EyeOff } from 'lucide-react'
import type { Post } from './post.server.ts'

type Props = { what: 'post' | 'comment'; of: Pick<Post, 'state' | 'stateWhy'>; isMine: boolean }

/**
 * That others do not see what is held or removed: its author is told why (docs/product.md, Moderation), an operator only which of the
 * two it is. Nothing of what is shown.
 */
export function StateNote({ what, of: { state, stateWhy }, isMine }: Props) {
  if (state === 'shown') return null
  const Icon = state === 'held' ? Clock : EyeOff
  return (
    <p className="state-note">
      <Icon aria-hidden="true" />
      <span>{isMine ? noteOf(what, state, stateWhy) : `This ${what} is ${state}.`}</span>
    </p>
  )
}

const HELD = new Map([
  ['first', 'It is the first link or picture of a new account.'],
  ['word', 'Something in its words asks for it.'],
])

function noteOf(what: string, state: 'held' | 'removed', why: string): string {
  if (state === 'removed')
    return `An operator removed this ${what}, and nobody else sees it. The reason: ${why || 'none was given.'}`
  return ['An operator looks at this before others see it.', HELD.get(why)].filter(Boolean).join(' ')
}
