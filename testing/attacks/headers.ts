import { within } from '../../app/lib/within.ts'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { sendRequest, forEachParallel, fresh, nextAddress, openSocket, sendBytes } from './send.ts'
import { costOf, signUp, type Target } from './target.ts'

const EVIL = 'evil.example'
const LONG_MS = 100
const TRIES = 4
/** A page costs up to 0.5 s meanwhile, and 1.2 s on a busy machine. More means that the attack stops the portal. */
const PAGE_MS = 5000
/** The portal closes idle connections after 65 seconds. */
const CUT_MS = 30_000

/** Headers that are forged, duplicated or too long. */
export async function headers({ short, check }: Attack): Promise<void> {
  await check(
    'long and many headers',
    `4xx or the usual response, at most ${LONG_MS} ms of processor time`,
    async (tally, target) => {
      const { cookie } = await signUp(target)
      for (const [name, given] of Object.entries(longHeaders(cookie))) {
        // The minimum of a few tries, because garbage collection is not the header's fault.
        let least = Infinity
        for (let tries = 0; tries < TRIES && least > LONG_MS; tries++) {
          const { done, ms } = await costOf(target, () =>
            sendRequest(target.url, { path: fresh('/games'), headers: given }),
          )
          count(tally, done)
          expect(tally, done.status > 0 && done.status < 500, `${name}: ${done.status}`)
          least = Math.min(least, ms)
        }
        expect(tally, least <= LONG_MS, `${name} took ${least} ms of processor time`)
      }
    },
  )
  await check(
    '400 pipelined requests on each of 60 connections',
    `each connection is cut off; another page takes at most ${PAGE_MS / 1000} s of processor time`,
    sendAhead,
    // /healthz waits for the same work as the other page.
    { healthMs: PAGE_MS },
  )
  await check('forged hosts and proxies', 'no response repeats them, no cache stores them', forgeHosts)
  if (!short)
    await check('a client that forges X-Forwarded-For', '429 after 300, whatever it sends', async (tally, target) => {
      const address = nextAddress()
      const tricks: ((at: number) => Record<string, string>)[] = [
        () => ({ 'x-client-ip': nextAddress() }),
        () => ({ 'x-forwarded-for': `${nextAddress()}, ${address}` }),
        () => ({ forwarded: `for=${nextAddress()}`, 'x-real-ip': nextAddress(), 'true-client-ip': nextAddress() }),
        (at) => ({ 'x-forwarded-for': `${nextAddress()},  ${address}:${1024 + at}` }),
      ]
      await forEachParallel(Array(340).keys(), 8, async (at) => {
        const given = tricks[at % tricks.length]!(at)
        count(tally, await sendRequest(target.url, { path: fresh('/games'), address, headers: given }))
      })
      const passed = tally.statuses.get(200) ?? 0
      expect(tally, passed <= 300, `${passed} were allowed`)
    })
  await check('request smuggling', 'a single 4xx, never a response to a smuggled request', (tally, target) =>
    smuggle(tally, target),
  ) // prettier-ignore
  await check('malformed requests', '4xx or cut off', async (tally, target) => {
    const { host } = new URL(target.url)
    for (const bytes of BROKEN.map((text) => text.replaceAll('HOST', host))) {
      const received = await sendBytes(target.url, Buffer.from(bytes, 'latin1'), short ? 150 : 400)
      const { status } = received
      count(tally, received)
      const isRefused = status === 0 || (status >= 400 && status < 500)
      expect(tally, isRefused, `${JSON.stringify(bytes.slice(0, 40))}: ${status}`)
    }
  })
}

function longHeaders(cookie: string): Record<string, Record<string, string>> {
  const many = (piece: string, times: number) => piece.repeat(times)
  return {
    '100 cookies': { cookie: Array.from({ length: 100 }, (_, at) => `c${at}=${at}`).join('; ') },
    '100 sessions': { cookie: Array.from({ length: 100 }, () => cookie).join('; ') },
    'a cookie of 14 KB': { cookie: `playhall_session=${many('a.', 7000)}` },
    'a cookie of percent signs': { cookie: `playhall_session=${many('%', 7000)}` },
    'a cookie of 7,000 semicolons': { cookie: many(';', 7000) },
    'a cookie of 40 KB': { cookie: `a=${many('a', 40_000)}` },
    'If-None-Match of 3,500': { 'if-none-match': many('"a",', 3500) },
    'If-None-Match of 10,000': { 'if-none-match': many('"a",', 10_000) },
    'If-Modified-Since of spaces': { 'if-modified-since': `x${many(' ', 14_000)}x` },
    'Accept-Encoding of 7,000': { 'accept-encoding': many('a,', 7000) },
    'Accept-Encoding of weights': { 'accept-encoding': many('br;q=0.00001,', 1000) },
    'Accept-Language of 4,000': { 'accept-language': many('en,', 4000) },
    'Accept of 3,000': { accept: many('*/*,', 3000) },
    '1,000 ranges': { range: `bytes=${many('0-0,', 1000)}0-0` },
    'X-Forwarded-For of 7,000': { 'x-forwarded-for': `${many('1,', 7000)}10.1.2.3` },
    'X-Forwarded-For of letters': { 'x-forwarded-for': many('[', 7000) },
    'a User-Agent of 14 KB': { 'user-agent': many('Mozilla/5.0 (', 1000) },
    'a Content-Type of 14 KB': { 'content-type': `multipart/form-data; boundary=${many('a', 13_000)}` },
    'an Origin of 14 KB': { origin: `http://${many('a.', 6500)}` },
  }
}

async function forgeHosts(tally: Tally, { url }: Target): Promise<void> {
  const forged: Record<string, string>[] = [
    { 'x-forwarded-host': EVIL },
    { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
    { forwarded: `host=${EVIL};proto=https` },
    { 'x-original-url': '/account', 'x-rewrite-url': '/account' },
    { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    { host: EVIL },
    { host: `${EVIL}:80` },
    { host: `127.0.0.1@${EVIL}` },
    { host: '<script>' },
    { host: '' },
    { referer: `http://${EVIL}/` },
    { 'x-remix-redirect': '1', 'x-remix-response': '1', 'x-react-router-request': '1' },
    { 'x-matched-path': `//${EVIL}`, 'x-vercel-id': EVIL },
  ]
  for (const given of forged) {
    for (const path of ['/', '/categories', '/sitemap.xml', '/robots.txt', '/login', '/terms-conditions']) {
      const at = path === '/' ? fresh('/') : path
      const made = await sendRequest(url, { path: at, headers: given })
      const next = await sendRequest(url, { path: at })
      count(tally, made, next)
      const name = JSON.stringify(given)
      const repeats = !('host' in given) && (made.text.includes(EVIL) || String(made.headers.location).includes(EVIL))
      expect(tally, !repeats, `${path} repeats ${name}`)
      expect(tally, !next.text.includes(EVIL) && next.status < 400, `${path} is poisoned after ${name}`)
    }
  }
}

async function smuggle(tally: Tally, { url }: Target): Promise<void> {
  const { host } = new URL(url)
  const head = `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nX-Forwarded-For: ${nextAddress()}\r\n`
  const hidden = `GET /account HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const tricks = [
    `${head}Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding:\u000Bchunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `${head}Content-Length: +0\r\n\r\n${hidden}`,
    `${head}Content-Length: 0\r\n X: y\r\n\r\n${hidden}`,
    `${head}X: y\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n1;\u0000\r\na\r\n0\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`,
    `GET / HTTP/1.1\r\n\r\n`,
    `POST /account/delete HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${EVIL}\r\nOrigin: ${url}\r\nContent-Length: 0\r\n\r\n`,
  ]
  for (const bytes of tricks) {
    const received = await sendBytes(url, bytes, 300)
    const { statuses } = received
    if (statuses.length) count(tally, ...statuses.map((status) => ({ ...received, status })))
    else count(tally, received)
    // The first request is refused, and one smuggled inside it must never get a response.
    const isRefused = statuses.every((status) => status >= 400 && status < 500)
    expect(
      tally,
      isRefused && statuses.length < 2,
      `${statuses.join(' and ')} for ${JSON.stringify(bytes.slice(head.length, head.length + 50))}`,
    )
  }
}

const BROKEN = [
  '\r\n\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\nHost: HOST\r\n\r\n', 'GETT / HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n\r\n', 'PROPFIND / HTTP/1.1\r\nHost: HOST\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'GET / HTTP/1.1\r\nHost: HOST\r\nA\u0000: b\r\n\r\n', 'GET / HTTP/1.1\r\nHost: HOST\r\nA: b\u0000c\r\n\r\n', 'GET / HTTP/1.1\r\nHost: HOST\r\n: b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: HOST\r\nA B: c\r\n\r\n', 'GET /\u0000 HTTP/1.1\r\nHost: HOST\r\n\r\n', 'GET / x HTTP/1.1\r\nHost: HOST\r\n\r\n', `GET / HTTP/1.1\r\nHost: HOST\r\n${'A: b\r\n'.repeat(4000)}\r\n`,
  'LINK / HTTP/1.1\r\nHost: HOST\r\n\r\n', 'QUERY / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\na',
] // prettier-ignore

/** Sends many requests before reading any response. */
async function sendAhead(tally: Tally, target: Target): Promise<void> {
  const ahead = `GET /assets/nothing HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(400)
  for (let round = 0; round < 3; round++) {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(target.url)))
    const cuts = sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)))
    for (const socket of sockets) socket.on('error', () => {}).write(ahead)
    tally.sent += 60 * 400
    const { done: page, ms } = await costOf(target, () => sendRequest(target.url, { path: fresh('/games') }))
    count(tally, page)
    expect(tally, page.status === 200, `a page responded with ${page.status}`)
    expect(tally, ms < PAGE_MS, `a page took ${ms} ms of processor time`)
    await within(CUT_MS, Promise.all(cuts)).catch(() => {})
    const open = sockets.filter(({ closed }) => !closed).length
    expect(tally, open === 0, `${open} connections were not cut off`)
    for (const socket of sockets) socket.destroy()
  }
}
