import { Bell as Icon } from 'lucide-react'
import { href } from 'react-router'
import { bellCount, MAX_ON_BELL } from './notification-rules.ts'

/** The link to the notifications page, with the number of unread notifications. */
export function Bell({ unread }: { unread: number }) {
  const count = bellCount(unread)
  return (
    <a className="icon-button bell" href={href('/notifications')} aria-label={`Notifications${wordsOf(unread)}`}>
      <Icon aria-hidden="true" />
      {count && (
        <span className="bell-count" aria-hidden="true">
          {count}
        </span>
      )}
    </a>
  )
}

function wordsOf(unread: number): string {
  if (!unread) return ''
  return unread > MAX_ON_BELL ? `, more than ${MAX_ON_BELL} unread` : `, ${unread} unread`
}
