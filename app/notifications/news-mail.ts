import { countOf } from '../lib/text.ts'
import { layOutMail, type MailSite, type MailText } from '../site/mail-layout.ts'

type Told = {
  username: string
  /** The newest, a sentence each. */
  lines: string[]
  /** How many there are, with those. */
  count: number
  /** Of the page with all of them, and of the one that ends these mails. */
  url: string
  endUrl: string
}

/** To a player who asked to be told of news by mail (docs/product.md, Community). */
export function newsMail(site: MailSite, { username, lines, count, url, endUrl }: Told): MailText {
  const more = count - lines.length
  return layOutMail(site, {
    subject: count === 1 ? `There is news for you at ${site.name}` : `${count} things are new for you at ${site.name}`,
    preview: lines[0] ?? '',
    title: count === 1 ? 'There is news' : `${count} things are new`,
    paragraphs: [
      `Hello ${username}, since our last mail:`,
      ...lines,
      ...(more > 0 ? [`And ${countOf(more, 'more thing')}.`] : []),
    ],
    button: { label: 'See your notifications', url },
    footnote: 'You asked for these mails in your profile. They come at most once a day.',
    footlink: { label: 'End these mails', url: endUrl },
  })
}
