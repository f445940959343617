import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'

/**
 * Asks a new player to confirm the address. Omits the username, since a stranger may have chosen a name that mail
 * programs turn into a link.
 */
export function confirmMail(to: string, { path }: { path: string }): Mail {
  return layOutMail(to, (siteName) => ({
    subject: `Confirm your email address for ${siteName}`,
    preview: 'Enter your password once more, and your account is ready.',
    title: 'Welcome',
    paragraphs: [
      `Your account at ${siteName} is almost ready. ` +
        'Confirm that this address is yours by entering the password that you chose, and start playing.',
      'The link works for three days.',
    ],
    button: { label: 'Confirm my address', path },
    footnote: 'If you did not sign up, do nothing. Nobody can use this account unless you confirm it.',
  }))
}
