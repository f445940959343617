import { href } from 'react-router'
import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'

/** Send it in the transaction that changes the password. */
export function passwordChangedMail({ username, email }: { username: string; email: string }): Mail {
  return layOutMail(email, (siteName) => ({
    subject: `Your password for ${siteName} was changed`,
    preview: 'If that was you, there is nothing to do.',
    title: 'Your password was changed',
    paragraphs: [
      `The password of the account ${username} at ${siteName} was changed just now. All other devices are signed out.`,
      'If that was you, there is nothing to do. If not, choose a new one at once:',
    ],
    button: { label: 'Choose a new password', path: href('/forgot-password') },
    footnote: 'We send this email whenever your password changes, so that nobody can change it without your knowledge.',
  }))
}
