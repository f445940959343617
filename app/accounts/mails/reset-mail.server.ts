import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'

export function resetMail(to: string, { account, path }: { account: string; path: string }): Mail {
  return layOutMail(to, (siteName) => ({
    subject: `Choose a new password for ${siteName}`,
    preview: 'The link works for one hour.',
    title: 'Choose a new password',
    paragraphs: [
      `Someone, probably you, requested a new password for ${account} at ${siteName}.`,
      'The link works once, for one hour. Changing your password signs you out on all other devices.',
    ],
    button: { label: 'Choose a new password', path },
    footnote: 'If you did not request this, do nothing. Your password stays the same.',
  }))
}
