import { layOutMail, type MailSite, type MailText } from '../../site/mail-layout.ts'

/** To a player who forgot the password. */
export function resetMail(site: MailSite, { username, url }: { username: string; url: string }): MailText {
  return layOutMail(site, {
    subject: `Choose a new password for ${site.name}`,
    preview: 'The link works for one hour.',
    title: 'Choose a new password',
    paragraphs: [
      `Somebody, probably you, asked for a new password for the account ${username} at ${site.name}.`,
      'The link works once, for one hour. With the new password you are signed out everywhere else.',
    ],
    button: { label: 'Choose a new password', url },
    footnote: 'You did not ask for this? Then do nothing: your password stays as it is.',
  })
}
