import { encode } from '../../app/server/http-encoding.server.ts'
import { requestOf, WARM_UP_OF_COUNTED } from './measure-rendered.ts'
import type { Portal } from './portals.ts'
import { processorMs } from '../portal/measure-processes.ts'
import { median, medianOf, nextAddress, sendLoad, type Spread, spreadOf } from './send-load.ts'

/**
 * What a page costs that is made for one player, in ms of processor: sent compressed, as a browser asks for it (`page`; where
 * everybody's page is known, the player's parts are rendered and put into it); the same at an address that nobody has asked for
 * before, so that all of it is rendered (`whole`); as plain bytes; and brotli 4 of those bytes alone, the yardstick.
 */
export type Compressed = {
  name: string
  bytes: number
  page: number
  whole: number
  plain: number
  brotli: number
  ratio: Spread
}

const ROUNDS = 9
const REQUESTS = 200
/** A portal that carries load does not sleep while its database answers. */
const CONNECTIONS = 4
/**
 * What runs once a request V8 compiles for good after some ten thousand: half a second of processor at once, which on one of the slices would
 * be as much as its pages.
 */
const WARM_UP_OF_REQUESTS = 12_000

/** Each page in turns with its yardstick, in short slices. */
export async function measureCompressed(
  portal: Portal,
  cookie: string,
  pages: Record<string, string>,
): Promise<Compressed[]> {
  const results: Compressed[] = []
  for (const [name, path] of Object.entries(pages)) {
    const body = await bodyOf(portal, path, cookie)
    const spend = (encoding: 'browser' | 'identity', times: number, isNew = false) =>
      spendOn({ portal, path, cookie, encoding, times, isNew })
    if (results.length === 0) await spend('browser', WARM_UP_OF_REQUESTS)
    await spend('browser', WARM_UP_OF_COUNTED)
    await compress(body, REQUESTS)
    const rounds: { page: number; brotli: number; plain: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await spend('browser', REQUESTS)
      rounds.push({ page, brotli: await compress(body, REQUESTS), plain: await spend('identity', REQUESTS) })
    }
    // Not in turns with the others, which would clear away what these leave.
    const wholes: number[] = []
    await spend('browser', WARM_UP_OF_COUNTED, true)
    for (let round = 0; round < ROUNDS; round++) wholes.push(await spend('browser', REQUESTS, true))
    results.push({
      name,
      bytes: body.length,
      page: medianOf(rounds, 'page'),
      whole: median(wholes),
      plain: medianOf(rounds, 'plain'),
      brotli: medianOf(rounds, 'brotli'),
      ratio: spreadOf(rounds.map(({ page, brotli }) => page / brotli)),
    })
  }
  return results
}

async function bodyOf({ port }: Portal, path: string, cookie: string): Promise<Buffer> {
  const headers = { cookie, 'accept-encoding': 'identity', 'x-forwarded-for': nextAddress() }
  return Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer())
}

type Asked = {
  portal: Portal
  path: string
  cookie: string
  encoding: 'browser' | 'identity'
  times: number
  isNew: boolean
}

async function spendOn({ portal, path, cookie, encoding, times, isNew }: Asked): Promise<number> {
  const requests = Array.from({ length: times }, () => {
    const request = { ...requestOf(portal, path), encoding, cookie }
    return isNew ? request : { ...request, path }
  })
  const before = processorMs(portal.pid)
  await sendLoad({ connections: CONNECTIONS, requests })
  return (processorMs(portal.pid) - before) / times
}

async function compress(body: Buffer, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let at = 0; at < times; at++) await encode(body, 'br', 4)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
