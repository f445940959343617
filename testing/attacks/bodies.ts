import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, inWorld } from '../requests/route-row.ts'
import { ACCESS } from '../requests/rows.ts'
import type { Attack } from './attack.ts'
import { count, expect, type Tally } from './results.ts'
import { type Clients, sendRow, createClients, WORLD } from './routes.ts'
import {
  type Answer,
  sendRequest,
  sendForm,
  forEachParallel,
  fresh,
  nextAddress,
  openSocket,
  waitUntilStable,
} from './send.ts'
import { costOf, type Player, signUp, type Target } from './target.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const FEW = new Set(['login', 'account/avatar', 'community/new', 'kept', 'files/*', ''])
const WRITING = new Set(ACCESS.filter(({ method }) => method).map(({ route }) => route))
/** Every route: once per method that accepts a body, or with POST if none does. */
const ADDRESSES = ACCESS.filter(({ route, method }) => method || !WRITING.has(route))
const WITHOUT_FORM: Asked[] = [
  ...ADDRESSES.filter(({ method }) => !method),
  { who: 'everybody', at: '/healthz' },
  { who: 'everybody', at: '/assets/x' },
]
/** In processor time. */
const ANSWER_MS = 1000
/** If no more of any body is accepted for this long, the portal has read as much as it will. */
const SETTLED_MS = 500
/** The kinds of bodies that a short run sends. */
const IN_SHORT = [0, 1, 5, 8, 10, 11]

/** Bodies that cost more to read than to send (docs/safety.md#request-bodies). */
export async function bodies({ short, check }: Attack): Promise<void> {
  const addresses = short ? ADDRESSES.filter(({ route }) => FEW.has(route)) : ADDRESSES
  const kinds: [string, string, string | Buffer][] = [
    ['a form of a million parts', FORM, 'a&'.repeat(1_000_000)],
    ['a form of 4 MB of parts', FORM, 'a&'.repeat(2 << 20)],
    ['a form of 100,000 fields', FORM, Array.from({ length: 100_000 }, (_, at) => `f${at}=1`).join('&')],
    ['a form of percent signs, 2 MB', FORM, `email=${'%'.repeat(2 << 20)}`],
    ['40,000 tiny parts, 2 MB', MULTIPART, tinyParts(40_000)],
    ['100,000 tiny parts', MULTIPART, tinyParts(100_000)],
    ['a part with a header of 2 MB', MULTIPART, `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(2 << 20)}"\r\n\r\nx\r\n--b--\r\n`],
    ['almost a boundary, repeated, 2 MB', MULTIPART, `--b\r\nContent-Disposition: form-data; name="picture"\r\n\r\n${'\r\n--'.repeat(1 << 19)}`],
    ['JSON nested 100,000 deep', 'application/json', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['JSON of 300,000 keys', 'application/json', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":0`).join()}}`],
    ['100,000 tiny parts, with a second boundary', `${MULTIPART}; boundary=zzz`, tinyParts(100_000)],
    ['a part with a million header lines', MULTIPART, `--b\r\nContent-Disposition: form-data; name="a"\r\n${'a:\r\n'.repeat(1_000_000)}\r\nx\r\n--b--\r\n`],
  ] // prettier-ignore
  for (const [name, type, body] of kinds.filter((_, at) => !short || IN_SHORT.includes(at))) {
    await check(name, `every route responds within ${ANSWER_MS / 1000} s of processor time`, async (tally, target) => {
      const clients = createClients(target)
      for (const row of addresses) {
        const ms = await sendOne(tally, target, row, { type, body, clients })
        // The portal has stopped; every other address would fail the same way.
        if (ms > 5 * ANSWER_MS) break
      }
    })
  }
  await check('a form of 4 MB to routes without forms', 'refused, 4xx', async (tally, target) => {
    const clients = createClients(target)
    for (const row of WITHOUT_FORM) {
      const ms = await sendOne(tally, target, row, { type: FORM, body: 'a&'.repeat(2 << 20), clients })
      const [{ status, path }] = tally.last as [Answer]
      expect(tally, status === 0 || (status >= 400 && status < 500), `${path}: ${status}`)
      if (ms > 5 * ANSWER_MS) break
    }
  })
  await check('20 unfinished uploads by one player', 'others can sign up meanwhile', startUploads)
  await check('five posts of 5 MB that stall at 4 MB', 'others can comment and post meanwhile', stallUploads)
  await check('64 MB in chunks, without a Content-Length', 'cut off before the end', async (tally, target) => {
    for (const path of ['/login', '/files/x', '/account/avatar', '/']) {
      const taken = await sendChunks(target, path, 64 << 20)
      tally.sent++
      expect(tally, taken < 16 << 20, `${path} accepted ${taken >> 20} MB`)
    }
  })
  await check('wrong Content-Lengths', 'refused, or waited for without blocking others', (tally, target) =>
    sendWrongLengths(tally, target),
  )
  const slowBodies = short ? 100 : 200
  await check(
    `${slowBodies} bodies sent byte by byte`,
    'another page takes at most 1 s of processor time',
    (tally, target) => sendSlowly(tally, target, slowBodies, short ? 2000 : 5000),
  )
  for (const [route, bytes] of short ? BUFFERED.slice(0, 1) : BUFFERED) {
    await check(
      `200 bodies of ${bytes >> 10} KB at once, unfinished, to /${route}`,
      'memory stays bounded',
      (tally, target) =>
        sendUnfinished(
          tally,
          target,
          ADDRESSES.find((row) => row.route === route)!,
          bytes,
        ),
    )
  }
  await check('30 aborted uploads', 'no 500, one log line at most', async (tally, target) => {
    const player = await signUp(target)
    await forEachParallel(Array(30).keys(), 10, async () => {
      const socket = await openBody(target, '/account/avatar', 1 << 20, MULTIPART, player)
      socket.write(tinyParts(1000))
      await sleep(30)
      socket.destroy()
      tally.sent++
    })
    count(tally, await sendRequest(target.url, { path: '/account', cookie: player.cookie }))
  })
}

/** Routes that read a body, and the bytes that an authorised client can make the portal hold there. */
const BUFFERED: [string, number][] = [
  ['files/*', 4 << 20],
  ['account/avatar', 2 << 20],
  ['login', 4 << 20],
  ['login', 16 << 10],
  ['', 4 << 20],
]

/** Sends a body and returns its cost to the portal in ms of processor time. */
async function sendOne(
  tally: Tally,
  target: Target,
  row: Asked,
  { type, body, clients }: { type: string; body: string | Buffer; clients: Clients },
): Promise<number> {
  // Sign up first, so that the cost excludes it.
  await clients[row.who]()
  const changed = { method: row.method ?? 'POST', body, headers: { 'content-type': type } }
  const { done, ms } = await costOf(target, () => sendRow(target, row, clients, changed))
  count(tally, done)
  expect(tally, ms < ANSWER_MS, `${done.path} took ${ms} ms of processor time`)
  return ms
}

function tinyParts(parts: number): string {
  return `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(parts)}--b--\r\n`
}

/** Opens a connection and sends only a request's headers, which announce a body of this length. */
async function openBody(
  { url }: Target,
  path: string,
  length: number | string,
  type: string,
  player: Player | null = null,
) {
  const socket = await openSocket(url)
  // Ignore disconnects: the checks read the result from the portal.
  socket.on('error', () => {})
  const cookie = player ? `Cookie: ${player.cookie}\r\n` : ''
  const framed = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nOrigin: ${url}\r\nX-Forwarded-For: ${nextAddress()}\r\nContent-Type: ${type}\r\n${cookie}${framed}\r\n\r\n`,
  )
  return socket
}

/** Sends chunks until the portal stops reading; returns the number of bytes that it accepted. */
async function sendChunks(target: Target, path: string, bytes: number): Promise<number> {
  const socket = await openBody(target, path, 'chunked', FORM)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a&'), Buffer.from('\r\n')])
  let [sent, isOver] = [0, false]
  socket.on('data', () => (isOver = true)).on('close', () => (isOver = true))
  const until = performance.now() + 120_000
  while (sent < bytes && !isOver && performance.now() < until) {
    const fits = socket.write(chunk)
    sent += 65_536
    await (fits ? sleep(0) : new Promise((resolve) => socket.once('drain', resolve).once('close', resolve)))
  }
  socket.destroy()
  return isOver ? sent : Math.max(sent, bytes)
}

async function sendWrongLengths(tally: Tally, target: Target): Promise<void> {
  const lengths = ['10', '-1', '1e3', '99999999999999999999', '4000000', '0x10', '10, 20', ' ']
  for (const path of ['/login', '/files/x', '/']) {
    for (const length of lengths) {
      const socket = await openBody(target, path, length, FORM)
      socket.write('email=a&password=b')
      await sleep(20)
      socket.destroy()
      tally.sent++
    }
  }
  count(tally, await sendRequest(target.url, { path: '/games' }))
}

async function sendSlowly(tally: Tally, target: Target, connections: number, ms: number): Promise<void> {
  const paths = ['/login', '/signup', '/files/x', '/']
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, at) => openBody(target, paths[at % paths.length]!, 10_000, FORM)),
  )
  const until = performance.now() + ms
  while (performance.now() < until) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
    const { done: page, ms: cost } = await costOf(target, () => sendRequest(target.url, { path: fresh('/games') }))
    count(tally, page)
    expect(tally, page.status === 200, `a page responded with ${page.status}`)
    expect(tally, cost < ANSWER_MS, `a page took ${cost} ms of processor time`)
    await sleep(100)
  }
  for (const socket of sockets) socket.destroy()
}

/** Each upload announces its picture's length, sends a few bytes and stalls. */
async function startUploads(tally: Tally, target: Target): Promise<void> {
  const player = await signUp(target)
  const sockets = await Promise.all(
    Array.from({ length: 20 }, () => openBody(target, '/account/avatar', 2_113_000, MULTIPART, player)),
  )
  for (const socket of sockets) socket.write('--b\r\n')
  await sleep(500)
  tally.sent += sockets.length
  const other = await signUp(target)
  expect(tally, other.cookie !== '', 'others cannot sign up')
  for (const socket of sockets) socket.destroy()
}

/** Sends more than the portal may hold in total and then stalls; later clients must still be admitted. */
async function stallUploads(tally: Tally, target: Target): Promise<void> {
  const writer = await signUp(target)
  const senders = await Promise.all(Array.from({ length: 5 }, () => signUp(target)))
  const open = (player: Player) => openBody(target, '/community/new', 5 << 20, MULTIPART, player)
  const sockets = await Promise.all(senders.flatMap((player) => [open(player), open(player)]))
  for (const socket of sockets) socket.write(Buffer.alloc(4 << 20, 'a'))
  tally.sent += sockets.length
  await waitUntilStable(() => bufferedBytes(sockets), SETTLED_MS)
  const form = { type: 'discussion', content: `Admitted at ${Date.now()}` }
  for (const path of ['/community/new', '/community/1']) {
    const answer = await sendForm(target.url, { path, cookie: writer.cookie, address: nextAddress(), form })
    count(tally, answer)
    expect(tally, answer.status < 400, `${path} responded with ${answer.status}`)
  }
  for (const socket of sockets) socket.destroy()
}

/** Each sends all but the last byte of its body and stalls. */
async function sendUnfinished(tally: Tally, target: Target, row: Asked, bytes: number): Promise<void> {
  const player = await createClients(target)[row.who]()
  const path = inWorld(row.at, WORLD)
  const body = Buffer.alloc(bytes - 1, 'a')
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openBody(target, path, bytes, MULTIPART, player)))
  for (const socket of sockets) if (!socket.destroyed) socket.write(body)
  tally.sent += sockets.length
  await waitUntilStable(() => bufferedBytes(sockets), SETTLED_MS)
  const page = await sendRequest(target.url, { path: fresh('/games') })
  count(tally, page)
  expect(tally, page.status === 200, `a page responded with ${page.status} meanwhile`)
  for (const socket of sockets) socket.destroy()
}

/** Bytes still buffered here because the portal does not read them. */
function bufferedBytes(sockets: Socket[]): number {
  return sockets.reduce((sum, { writableLength, destroyed }) => sum + (destroyed ? 0 : writableLength), 0)
}
