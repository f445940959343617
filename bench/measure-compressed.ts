import { encode } from '../app/server/http-encoding.server.ts'
import { requestOf, WARM_UP_OF_COUNTED } from './measure-rendered.ts'
import type { Portal } from './portal-process.ts'
import { processorMs } from './processes.ts'
import { medianOf, nextAddress, sendLoad, type Spread, spreadOf } from './send-load.ts'

/**
 * What a page costs that is made for one player, in ms of processor: rendered and sent compressed, as a browser asks for it;
 * the same as plain bytes; and brotli 4 of those bytes alone, the yardstick.
 */
export type Compressed = { name: string; bytes: number; page: number; plain: number; brotli: number; ratio: Spread }

const ROUNDS = 9
const REQUESTS = 100
/** A portal that carries load does not sleep while its database answers. */
const CONNECTIONS = 4

/** Each page in turns with its yardstick, in short slices. */
export async function measureCompressed(
  portal: Portal,
  cookie: string,
  pages: Record<string, string>,
): Promise<Compressed[]> {
  const results: Compressed[] = []
  for (const [name, path] of Object.entries(pages)) {
    const body = await bodyOf(portal, path, cookie)
    const spend = (encoding: 'browser' | 'identity', times: number) =>
      spendOn({ portal, path, cookie, encoding, times })
    await spend('browser', WARM_UP_OF_COUNTED)
    await compress(body, REQUESTS)
    const rounds: { page: number; brotli: number; plain: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await spend('browser', REQUESTS)
      rounds.push({ page, brotli: await compress(body, REQUESTS), plain: await spend('identity', REQUESTS) })
    }
    results.push({
      name,
      bytes: body.length,
      page: medianOf(rounds, 'page'),
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

type Asked = { portal: Portal; path: string; cookie: string; encoding: 'browser' | 'identity'; times: number }

async function spendOn({ portal, path, cookie, encoding, times }: Asked): Promise<number> {
  const requests = Array.from({ length: times }, () => ({ ...requestOf(portal, path), encoding, cookie }))
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
