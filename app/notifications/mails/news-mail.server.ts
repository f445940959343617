import { countOf, formatCount } from '../../lib/text.ts'
import type { Mail } from '../../server/mail/mail.server.ts'
import { layOutMail } from '../../server/mail/mail-layout.server.ts'

type NotificationDigest = {
  username: string
  /** The newest notifications, each as a sentence. */
  lines: string[]
  /** The number of all new notifications, including those in `lines`. */
  count: number
  /** Paths of the notifications page and of the page to unsubscribe. */
  path: string
  endPath: string
}

/** Returns the email with new notifications, for a player who subscribed (docs/product.md#notification-mail). */
export function notificationsMail(to: string, { username, lines, count, path, endPath }: NotificationDigest): Mail {
  const more = count - lines.length
  return layOutMail(to, (siteName) => ({
    subject:
      count === 1
        ? `You have a new notification at ${siteName}`
        : `You have ${formatCount(count)} new notifications at ${siteName}`,
    preview: lines[0] ?? '',
    title: count === 1 ? 'You have a new notification' : `You have ${formatCount(count)} new notifications`,
    paragraphs: [
      `Hello ${username}, here is what is new:`,
      ...lines,
      ...(more > 0 ? [`And ${countOf(more, 'more notification')}.`] : []),
    ],
    button: { label: 'See your notifications', path },
    footnote: 'You turned on these emails in your profile. We send at most one a day.',
    footlink: { label: 'Turn off emails', path: endPath },
  }))
}
