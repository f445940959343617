import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 10_000

type Portal = { said: () => string }

/** Lets tests read what the portals log, at the address that it gives. */
export async function offerLogs(portals: Portal[]): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => response.end(portals.map(({ said }) => said()).join('\n')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  }
}

/** The lines that the portals have logged since then, the oldest first; not those that they remember no more. */
export async function linesSince(time: number): Promise<string[]> {
  // They write what they have gathered each second: until there is what they log of this.
  const now = Date.now()
  await Promise.all([process.env.E2E_URL, process.env.E2E_MAIL_URL].map((url) => fetch(`${url}/healthz`)))
  for (;;) {
    const lines = await readLines()
    const written = lines.filter(({ line, at }) => at >= now && line.includes('"path":"/healthz"'))
    if (written.length > 1 || Date.now() - now > TIMEOUT_MS)
      return lines
        .filter((one) => one.at >= time && !written.includes(one))
        .toSorted((one, other) => one.at - other.at)
        .map(({ line }) => line)
    await sleep(100)
  }
}

async function readLines(): Promise<{ line: string; at: number }[]> {
  const said = await (await fetch(process.env.E2E_LOG_URL as string)).text()
  return said.split('\n').map((line) => ({ line, at: Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '') }))
}
