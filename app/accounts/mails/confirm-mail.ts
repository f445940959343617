import { layOutMail, type MailSite, type MailText } from '../../site/mail-layout.ts'

/** To a new player: confirm the address. */
export function confirmMail(site: MailSite, { username, url }: { username: string; url: string }): MailText {
  return layOutMail(site, {
    subject: `Confirm your email address for ${site.name}`,
    preview: 'Your password once more, and your account is ready.',
    title: `Welcome, ${username}`,
    paragraphs: [
      `Your account at ${site.name} is almost ready. Confirm that this address is yours, with the password that you chose, and play.`,
      'The link works for three days.',
    ],
    button: { label: 'Confirm my address', url },
    footnote: 'You did not sign up? Then do nothing: nobody can use this account unless you confirm it.',
  })
}
