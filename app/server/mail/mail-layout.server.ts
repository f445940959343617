import { escapeUTF8 } from 'entities'
import { config } from '../process/config.server.ts'
import type { Mail } from './mail.server.ts'

type MailParts = {
  subject: string
  /** The preview text next to the subject in an email program's list. */
  preview: string
  title: string
  /** Each paragraph may have several lines. */
  paragraphs: string[]
  /** A text that a user wrote, shown below the paragraphs. */
  quote?: { label: string; text: string }
  /** A button that links to a path on the portal, which may include a query. */
  button?: { label: string; path: string }
  /** Small print at the end. */
  footnote: string
  /** A link to a path on the portal, after the footnote. */
  footlink?: { label: string; path: string }
}

/** The colours of app/tokens.css in the light theme, in a form that email programs support. */
const PAPER = '#f7f4ee'
const CARD = '#fffdf9'
const INK = '#141d26'
const READING = '#3b454f'
const QUIET = '#535d66'
const AMBER = '#f7ae2b'
const ON_AMBER = '#2b1a07'
const LINE = '#ddd7ca'
const FONT = `font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const SMALL = `${FONT};font-size:13px;line-height:1.6;color:${QUIET}`
const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/**
 * Creates an email in the portal's design, for `sendMail`. The HTML uses only tables and inline styles, without
 * pictures or other external resources, since email programs support little else. `write` takes the site's name and
 * returns the texts, which are escaped here. The plain text has the same content.
 */
export function layOutMail(to: string, write: (siteName: string) => MailParts): Mail {
  const { siteName, siteUrl } = config()
  const parts = write(siteName)
  const { subject, title, paragraphs, quote, footnote } = parts
  const linkOf = (link?: { label: string; path: string }): Link | undefined =>
    link && { label: link.label, url: new URL(link.path, siteUrl).href }
  const [button, footlink] = [linkOf(parts.button), linkOf(parts.footlink)]
  const text = [
    siteName,
    title,
    ...paragraphs,
    ...(quote ? [`${quote.label}\n${quote.text.replace(/^/gm, '> ')}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\n${footnote}\n${footlink ? `${footlink.label}: ${footlink.url}\n` : ''}${siteUrl}`,
  ].join('\n\n')
  return { to, subject, text: `${text}\n`, html: page(parts, button, footlink) }
}

type Link = { label: string; url: string }

function page(
  { subject, preview, title, paragraphs, quote, footnote }: MailParts,
  button?: Link,
  footlink?: Link,
): string {
  const { siteName, siteUrl } = config()
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.6;color:${READING}">${linesOf(words)}</p>`
  const heading = `margin:20px 0 16px;${FONT};font-size:26px;line-height:1.2;font-weight:800;color:${INK}`
  const more = footlink
    ? ` <a href="${escapeUTF8(footlink.url)}" style="color:${QUIET}">${escapeUTF8(footlink.label)}</a>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeUTF8(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${escapeUTF8(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td style="padding:0 4px 16px;${FONT};font-size:20px;font-weight:800;color:${INK}">${escapeUTF8(siteName)}</td></tr>
<tr><td style="padding:28px 32px 32px;background:${CARD};border:1px solid ${LINE};border-radius:14px">
${bulbs()}
<h1 style="${heading}">${escapeUTF8(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${quote ? quoteOf(quote) : ''}
${button ? buttonOf(button) : ''}
</td></tr>
<tr><td style="padding:16px 4px 0;${SMALL}">${escapeUTF8(footnote)}${more}<br>
<a href="${escapeUTF8(siteUrl)}" style="color:${QUIET}">${escapeUTF8(siteUrl.replace(/^https?:\/\//, ''))}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Returns the HTML of a row of lit bulbs. They are small round table cells, since these emails have no pictures. */
function bulbs(): string {
  const style = `width:6px;height:6px;font-size:0;line-height:0;border-radius:3px;background:${AMBER}`
  const bulb = `<td width="6" height="6" style="${style}">&nbsp;</td>`
  const gap = '<td width="10" style="width:10px;font-size:0;line-height:0">&nbsp;</td>'
  return `${TABLE} aria-hidden="true"><tr>${Array.from({ length: 9 }, () => bulb).join(gap)}</tr></table>`
}

function quoteOf({ label, text }: { label: string; text: string }): string {
  const box = `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${LINE}`
  const style = `${box};${FONT};font-size:14px;line-height:1.6;color:${QUIET};overflow-wrap:anywhere`
  return `<p style="margin:24px 0 8px;${SMALL}">${escapeUTF8(label)}</p>
<blockquote style="${style}">${linesOf(text)}</blockquote>`
}

/** Returns a text as HTML: escapes it and preserves its line breaks. */
function linesOf(text: string): string {
  return escapeUTF8(text).replaceAll('\n', '<br>\n')
}

function buttonOf({ label, url }: Link): string {
  const address = escapeUTF8(url)
  const box = `display:inline-block;padding:14px 28px;${FONT};font-size:16px;font-weight:700`
  const style = `${box};color:${ON_AMBER};text-decoration:none`
  const link = `<a href="${address}" style="${style}">${escapeUTF8(label)}</a>`
  const bare = `<a href="${address}" style="color:${QUIET};word-break:break-all">${address}</a>`
  return `${TABLE} style="margin:8px 0 20px"><tr>
<td style="border-radius:10px;background:${AMBER}">${link}</td>
</tr></table>
<p style="margin:0;${SMALL}">If the button does not work, open this address:<br>${bare}</p>`
}
