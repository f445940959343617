import { createHash } from 'node:crypto'

export type Message = {
  status: number
  title: string
  text: string
  /** In seconds. */
  retryAfter?: number
  headers?: Record<string, string>
}

export const DATABASE_DOWN: Message = {
  status: 503,
  title: 'Back in a moment',
  text: 'The site is taking a short break. Your games and credits are safe. Please try again in a few seconds.',
  retryAfter: 5,
}

/** The database responds, but every connection is in use. */
export const DATABASE_BUSY: Message = {
  status: 503,
  title: 'We are very busy',
  text: 'Many people are visiting right now. Please try again in a moment.',
  retryAfter: 2,
}

/** For an invalid path or query. */
export const UNREADABLE: Message = {
  status: 400,
  title: 'We cannot read that address',
  text: 'The address contains invalid characters.',
}

/** For a change that another site sent. */
export const FOREIGN: Message = {
  status: 403,
  title: 'Request blocked',
  text: 'The request was not sent from this site, so nothing was changed.',
}

/**
 * The response for a method that an address does not support. Below `/admin` it is a 404 for everyone, because a 405
 * would reveal which addresses the console has.
 */
export function notSupported(path: string, methods: string[]): Message {
  if (/^\/admin(?:[/.]|$)/i.test(path))
    return { status: 404, title: 'Page not found', text: 'This page does not exist.' }
  const text = 'This address does not support that request method.'
  return { status: 405, title: 'Not supported', text, headers: { Allow: methods.join(', ') } }
}

/**
 * Returns a response that needs no file, script or database. Clients that accept HTML get a small page in the portal's
 * colours; others get one sentence.
 */
export function messageResponse(request: Request, siteName: string, message: Message): Response {
  const { status, title, text, retryAfter } = message
  const headers = new Headers({ 'Cache-Control': 'no-store', ...message.headers })
  if (retryAfter) headers.set('Retry-After', String(retryAfter))
  const wantsPage =
    request.headers.get('accept')?.includes('text/html') && !new URL(request.url).pathname.endsWith('.data')
  if (!wantsPage) {
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    return new Response(`${text}\n`, { status, headers })
  }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'self'`,
  )
  return new Response(page(siteName, status, title, text), { status, headers })
}

function page(siteName: string, status: number, title: string, text: string): string {
  const again = status === 429 || status === 503 ? '<a href="">Try again</a>' : '<a href="/">Go to the home page</a>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - ${escapeHtml(siteName)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(siteName)}</p>
<div class="bulbs" aria-hidden="true"></div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${again}
</main>
</body>
</html>
`
}

// The colours of app/tokens.css, so that the page looks like the portal even if nothing else of it loads.
const STYLE = `
:root{color-scheme:dark light;
--bg:oklch(.178 .021 248);--text:oklch(.965 .01 85);--text-2:oklch(.815 .014 245);
--accent:oklch(.83 .16 80);--off:oklch(.4 .028 248);--ring:var(--accent)}
@media(prefers-color-scheme:light){:root{
--bg:oklch(.968 .01 84);--text:oklch(.235 .028 250);--text-2:oklch(.4 .024 250);
--accent:oklch(.8 .158 77);--off:oklch(.83 .02 80);--ring:oklch(.52 .12 65)}}
*{box-sizing:border-box}
body{margin:0;min-height:100svh;display:grid;place-items:center;padding:24px;
background:var(--bg);color:var(--text);font:16px/1.6 system-ui,sans-serif}
main{width:100%;max-width:440px}
.brand{margin:0;font-weight:700;color:var(--text-2)}
.bulbs{height:6px;margin:16px 0 32px;background:
radial-gradient(circle at 3px,var(--accent) 2.5px,transparent 3px) 0/32px 6px,
radial-gradient(circle at 3px,var(--off) 2.5px,transparent 3px) 16px/32px 6px}
h1{margin:0 0 12px;font-size:32px;line-height:1.1;letter-spacing:-.018em;text-wrap:balance}
main>p:not(.brand){margin:0 0 24px;color:var(--text-2)}
a{display:inline-block;padding:10px 20px;border-radius:10px;
background:var(--accent);color:oklch(.225 .045 65);font-weight:600;text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible{outline:2px solid var(--ring);outline-offset:3px}
@media(forced-colors:active){a{border:1px solid}.bulbs{display:none}}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
