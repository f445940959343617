import { layOutMail } from '../../server/mail-layout.server.ts'
import type { Mail } from '../../server/mail.server.ts'

/** To a player who forgot the password. */
export function resetMail(to: string, { account, path }: { account: string; path: string }): Mail {
  return layOutMail(to, (siteName) => ({
    subject: `Choose a new password for ${siteName}`,
    preview: 'The link works for one hour.',
    title: 'Choose a new password',
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${account} at ${siteName}.`,
      'The link works once, for one hour. With the new password you are signed out everywhere else.',
    ],
    button: { label: 'Choose a new password', path },
    footnote: 'You did not ask for this? Then do nothing: your password stays as it is.',
  }))
}
