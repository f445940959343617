import { countOf } from '../../lib/text.ts'
import type { Mail } from '../../server/mail.server.ts'
import { layOutMail } from '../../server/mail-layout.server.ts'

type Told = {
  username: string
  /** The newest, a sentence each. */
  lines: string[]
  /** How many there are, with those. */
  count: number
  /** The path of the page with all of them, and of the one that ends these mails. */
  path: string
  endPath: string
}

/** To a player who asked to be told of news by mail (docs/product.md, Community). */
export function newsMail(to: string, { username, lines, count, path, endPath }: Told): Mail {
  const more = count - lines.length
  return layOutMail(to, (siteName) => ({
    subject:
      count === 1 ? `You have a new notification at ${siteName}` : `You have ${count} new notifications at ${siteName}`,
    preview: lines[0] ?? '',
    title: count === 1 ? 'You have a new notification' : `You have ${count} new notifications`,
    paragraphs: [
      `Hello ${username}, since our last mail:`,
      ...lines,
      ...(more > 0 ? [`And ${countOf(more, 'more thing')}.`] : []),
    ],
    button: { label: 'See your notifications', path },
    footnote: 'You turned these mails on in your profile. They come at most once a day.',
    footlink: { label: 'Stop these mails', path: endPath },
  }))
}
