import { layOutMail, type MailSite, type MailText } from '../../site/mail-layout.ts'

/** To the owner of an address with which somebody tried to sign up again. */
export function knownAddressMail(site: MailSite, { username, url }: { username: string; url: string }): MailText {
  return layOutMail(site, {
    subject: `You already have an account at ${site.name}`,
    preview: 'Somebody tried to sign up with your address.',
    title: 'You already have an account',
    paragraphs: [
      `Somebody tried to sign up at ${site.name} with this address. It belongs to the account ${username} already, so nothing was changed.`,
      'If that was you: sign in as usual, or choose a new password here. The link works once, for one hour.',
    ],
    button: { label: 'Choose a new password', url },
    footnote: 'That was not you? Then do nothing: whoever tried has learnt nothing about you.',
  })
}
