import { href } from 'react-router'
import type { messages } from '../../db/schema/messages.server.ts'
import { formatDay } from '../../lib/dates.ts'
import { config } from '../../server/process/config.server.ts'
import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'

type Message = Pick<typeof messages.$inferSelect, 'email' | 'subject' | 'content' | 'createdAt'>

/** Returns the email with an operator's reply to the sender of a message. It quotes the message below the reply. */
export function answerMail({ email, subject, content, createdAt }: Message, answer: string): Mail {
  const { contactEmail, siteName: ours } = config()
  const mail = layOutMail(email, (siteName) => ({
    subject: `Re: ${subject || `Your feedback for ${siteName}`}`,
    preview: `${siteName} has replied to your message.`,
    // There is no salutation, since operators write their own.
    title: `A reply from ${siteName}`,
    paragraphs: answer.split(/\n{2,}/),
    quote: { label: `You wrote on ${formatDay(createdAt)}:`, text: content },
    footnote: contactEmail
      ? `You received this email because someone wrote to ${siteName} from this address. Reply to it to write again.`
      : `You received this email because someone wrote to ${siteName} from this address. To write again, use`,
    footlink: contactEmail ? undefined : { label: 'the contact page', path: href('/contact') },
  }))
  return contactEmail ? { ...mail, replyTo: { name: ours, address: contactEmail } } : mail
}
