import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadRequest } from './load-client.ts'
import type { Portal } from './portals.ts'
import { median, percentile, sendLoad } from './send-load.ts'

/** The cost of a crowd of strangers: responses a second, latencies in ms, refusals, and peak memory in MB. */
export type Crowd = {
  name: string
  perSecond: number
  p50: number
  p99: number
  refused: number
  asked: number
  mb: number
}

const CONNECTIONS = 512
const ADDRESSES = 60_000
const REQUESTS = 60_000
const SECONDS = 30
const SAMPLE_MS = 250

/** New searches over many connections at once: from many addresses, and from one. */
export async function measureCrowd(portal: Portal): Promise<Crowd[]> {
  return [
    await measure('512 connections, 60,000 addresses', portal, (at) => addressOf(at % ADDRESSES)),
    await measure('512 connections, one address', portal, () => '10.200.0.1'),
  ]
}

async function measure(name: string, portal: Portal, address: (at: number) => string): Promise<Crowd> {
  const requests = Array.from({ length: REQUESTS }, (_, at): LoadRequest => ({
    port: portal.port,
    path: `/games?q=${termOf(at)}`,
    address: address(at),
    encoding: 'browser',
  }))
  let mb = 0
  let isOver = false
  const watch = (async () => {
    for (; !isOver; await sleep(SAMPLE_MS)) mb = Math.max(mb, portal.memoryMb())
  })()
  const { ms, seconds, refused } = await sendLoad({
    connections: CONNECTIONS,
    seconds: SECONDS,
    requests,
    allowsRefusals: true,
  })
  isOver = true
  await watch
  return {
    name,
    perSecond: (ms.length - refused) / seconds,
    p50: median(ms),
    p99: percentile(ms, 0.99),
    refused,
    asked: ms.length,
    mb,
  }
}

function addressOf(at: number): string {
  return `10.${100 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
}

/** Three or four letters, different each time. */
function termOf(at: number): string {
  return `${(at * 7919) % 17_576}`.replace(/\d/g, (digit) => 'aeiorstlnc'[Number(digit)]!).concat(at % 3 ? '' : 'a')
}
