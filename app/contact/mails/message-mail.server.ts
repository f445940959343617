import { href } from 'react-router'
import type { messages } from '../../db/schema/messages.server.ts'
import { formatMoment } from '../../lib/dates.ts'
import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'
import { categoryLabel } from '../message-rules.ts'

type Message = typeof messages.$inferSelect

/** Returns the email that notifies operators of a new message. Its Reply-To is the sender of the message. */
export function messageMail(to: string, message: Message): Mail {
  const { id, kind, category, name, email, subject, content, rating, dueAt } = message
  const about = categoryLabel(kind, category)
  const title = kind === 'contact' ? subject : `Feedback: ${about}`
  const mail = layOutMail(to, (siteName) => ({
    subject: kind === 'contact' ? `${about}: ${subject}` : title,
    preview: `New message to ${siteName}.`,
    title,
    paragraphs: [
      [
        `From: ${[name, email && `<${email}>`].filter(Boolean).join(' ') || 'no name given'}`,
        `About: ${about}`,
        rating && `Rating: ${rating} of 5`,
        `Due by ${formatMoment(dueAt)}`,
      ]
        .filter(Boolean)
        .join('\n'),
    ],
    quote: { label: 'The message:', text: content },
    button: { label: 'Open in the inbox', path: href('/admin/inbox/:id', { id: String(id) }) },
    footnote: email
      ? 'Reply in the inbox, so that other operators see it. A reply to this email goes directly to the sender.'
      : 'The sender left no address.',
  }))
  return email ? { ...mail, replyTo: { name, address: email } } : mail
}
