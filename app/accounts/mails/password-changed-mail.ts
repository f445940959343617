import { layOutMail, type MailSite, type MailText } from '../../site/mail-layout.ts'

/** To a player whose password was changed. */
export function passwordChangedMail(site: MailSite, { username, url }: { username: string; url: string }): MailText {
  return layOutMail(site, {
    subject: `Your password for ${site.name} was changed`,
    preview: 'If that was you, there is nothing to do.',
    title: 'Your password was changed',
    paragraphs: [
      `The password of the account ${username} at ${site.name} was changed just now. All other devices are signed out.`,
      'If that was you, there is nothing to do. If not, choose a new one at once:',
    ],
    button: { label: 'Choose a new password', url },
    footnote: 'We write to you whenever this happens, so that nobody can do it behind your back.',
  })
}
