import { layOutMail } from '../../server/mail/mail-layout.server.ts'
import type { Mail } from '../../server/mail/mail.server.ts'

/** Informs the owner of an address that somebody tried to sign up with it again. */
export function knownAddressMail(to: string, { account, path }: { account: string; path: string }): Mail {
  return layOutMail(to, (siteName) => ({
    subject: `You already have an account at ${siteName}`,
    preview: 'Someone tried to sign up with your address.',
    title: 'You already have an account',
    paragraphs: [
      `Somebody tried to sign up at ${siteName} with this address. ` +
        `It already belongs to ${account}, so nothing was changed.`,
      'If that was you: sign in as usual, or choose a new password here. The link works once, for one hour.',
    ],
    button: { label: 'Choose a new password', path },
    footnote: 'If it was not you, do nothing. The person who tried has learned nothing about you.',
  }))
}
