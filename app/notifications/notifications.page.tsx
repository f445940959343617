import { Bell, CircleCheck, Gavel, type LucideIcon, MessageCircle, ThumbsUp } from 'lucide-react'
import { href } from 'react-router'
import { playerOrLogin } from '../accounts/require-player.server.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Route } from './+types/notifications.page'
import { listNotifications } from './list-notifications.server.ts'
import {
  describeNotification,
  notificationHref,
  notificationsHref,
  type PlayerNotifications,
  type NotificationKind,
  type ShownNotification,
} from './notification-rules.ts'
import './notifications.css'

export async function loader({ request }: Route.LoaderArgs) {
  const { id } = await playerOrLogin(request, href('/notifications'))
  const after = new URL(request.url).searchParams.get('after') ?? ''
  return { ...(await listNotifications(id, after)), isFirst: !after }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Notifications | ${site.name}`,
    description: 'See comments on your posts, likes, and operators’ decisions.',
    path: href('/notifications'),
    noindex: true,
  })
}

export default function NotificationsPage({ loaderData: { notifications, after, isFirst } }: Route.ComponentProps) {
  const unread = usePlayer<PlayerNotifications>()?.unread ?? 0
  return (
    <div className="notifications">
      <div className="notifications-head">
        <h1>Notifications</h1>
        {unread > 0 && <ReadAll />}
      </div>
      {notifications.length ? (
        <ul className="notification-list">
          {notifications.map((one) => (
            <li key={one.id}>
              <NotificationRow notification={one} />
            </li>
          ))}
        </ul>
      ) : (
        <NoNotifications isFirst={isFirst} />
      )}
      {(after || !isFirst) && (
        <nav className="notifications-pages" aria-label="Pages">
          {!isFirst && <ButtonLink href={notificationsHref()}>Newest</ButtonLink>}
          {after && <ButtonLink href={notificationsHref(after)}>Older</ButtonLink>}
        </nav>
      )}
    </div>
  )
}

function ReadAll() {
  const form = useForm(null, { action: href('/notifications/read'), onDone: () => focusIfLost() })
  return (
    <Form of={form} className="read-all">
      <Submit of={form} busy="Marking...">
        Mark all read
      </Submit>
    </Form>
  )
}

/** Other kinds of notifications have a bell icon. */
const ICONS: { readonly [Kind in NotificationKind]?: LucideIcon } = {
  comment: MessageCircle,
  like: ThumbsUp,
  answer: CircleCheck,
  decision: Gavel,
}

function NotificationRow({ notification }: { notification: ShownNotification }) {
  const to = notificationHref(notification)
  const Icon = ICONS[notification.kind] ?? Bell
  const words = (
    <>
      <span className="notification-icon">
        <Icon aria-hidden="true" />
      </span>
      <span className="notification-text">
        <span className="notification-title">{describeNotification(notification)}</span>
        {notification.excerpt && (
          <span className="notification-excerpt" dir="auto">
            {notification.excerpt}
          </span>
        )}
        <span className="notification-time">
          <RelativeTime at={notification.at} />
          {!notification.isRead && (
            <b>
              <i className="bulb" data-lit="full" aria-hidden="true" /> New
            </b>
          )}
        </span>
      </span>
    </>
  )
  return to ? (
    <a className="notification" href={to}>
      {words}
    </a>
  ) : (
    <div className="notification">{words}</div>
  )
}

function NoNotifications({ isFirst }: { isFirst: boolean }) {
  return (
    <EmptyState
      title={isFirst ? 'No notifications yet' : 'No older notifications'}
      action={
        <ButtonLink look="primary" href={isFirst ? href('/community') : notificationsHref()}>
          {isFirst ? 'Go to the Community' : 'Show the newest'}
        </ButtonLink>
      }
    >
      {isFirst ? 'Likes and comments on your posts appear here.' : 'You have seen all notifications.'}
    </EmptyState>
  )
}
