import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type BarePage, startBareServer } from '../portal/bare-server.ts'
import type { Portal } from './portals.ts'
import { median, medianOf, percentile, sendLoad, type Spread, spreadOf } from './send-load.ts'

const CONNECTIONS = 16
/** Many short slices: other load on a machine comes and goes within seconds, and then affects both servers. */
const SECONDS = 0.5
const ROUNDS = 8
/** One after the other, because processes of the same program may differ by a tenth. */
const BARE_SERVERS = 3

export type Cached = { name: string; bytes: number; portal: Throughput; bare: Throughput; ratio: Spread }
type Turn = { portal: Throughput; bare: Throughput }
type Throughput = { perSecond: number; p50: number; p99: number }

/** Requests per second of cached pages, alternating with bare servers that send the same bytes (A B B A). */
export async function measureCached(portal: Portal, pages: Record<string, string>): Promise<Cached[]> {
  const results: Cached[] = []
  for (const [name, page] of Object.entries(pages)) {
    const copy = await copyPage(portal.port, page)
    const turns: Turn[] = []
    for (let server = 0; server < BARE_SERVERS; server++) turns.push(...(await measurePair(copy, portal)))
    results.push({
      name,
      bytes: Buffer.byteLength(copy.body, 'base64'),
      portal: middleOf(turns.map((turn) => turn.portal)),
      bare: middleOf(turns.map((turn) => turn.bare)),
      ratio: spreadOf(turns.map((turn) => turn.portal.perSecond / turn.bare.perSecond)),
    })
  }
  return results
}

async function measurePair(copy: BarePage, portal: Portal): Promise<Turn[]> {
  const bare = await startBareServer([copy])
  const ports = { portal: portal.port, bare: bare.port }
  try {
    const turns: Turn[] = []
    await throughput(ports.bare, copy.path, 1)
    await throughput(ports.portal, copy.path, 1)
    for (let round = 0; round < ROUNDS; round++) {
      const turn: Partial<Turn> = {}
      for (const who of round % 2 ? (['portal', 'bare'] as const) : (['bare', 'portal'] as const))
        turn[who] = await throughput(ports[who], copy.path, SECONDS)
      turns.push(turn as Turn)
    }
    return turns
  } finally {
    await bare.stop()
  }
}

async function throughput(port: number, page: string, seconds: number): Promise<Throughput> {
  const requests = [{ port, path: page, address: '10.0.0.1', encoding: 'browser' as const }]
  const { ms, seconds: took } = await sendLoad({ connections: CONNECTIONS, seconds, requests })
  return { perSecond: ms.length / took, p50: median(ms), p99: percentile(ms, 0.99) }
}

function middleOf(turns: Throughput[]): Throughput {
  return { perSecond: medianOf(turns, 'perSecond'), p50: medianOf(turns, 'p50'), p99: medianOf(turns, 'p99') }
}

/** The response that a browser gets, without the headers that every server sets itself. */
async function copyPage(port: number, page: string): Promise<BarePage> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', 'x-forwarded-for': '10.0.0.1' }
  const [answer] = (await once(get({ host: '127.0.0.1', port, path: page, headers }), 'response')) as [IncomingMessage]
  const own = new Set(['date', 'connection', 'keep-alive'])
  const sent = answer.rawHeaders.filter((_, at) => !own.has(answer.rawHeaders[at - (at % 2)]!.toLowerCase()))
  if (answer.statusCode !== 200) throw new Error(`${page} returns ${answer.statusCode}`)
  return { path: page, headers: sent, body: (await buffer(answer)).toString('base64') }
}
