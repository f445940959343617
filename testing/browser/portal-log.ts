import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 10_000

type Portal = { output: () => string }

/** Serves the portals' log to tests; returns the address. */
export async function serveLogs(portals: Portal[]): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => response.end(portals.map(({ output }) => output()).join('\n')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  }
}

/** The lines logged since a time, oldest first, as far as they are still stored. */
export async function linesSince(time: number): Promise<string[]> {
  // Portals write their log every second: wait until the line for this request appears.
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
  const output = await (await fetch(process.env.E2E_LOG_URL as string)).text()
  return output.split('\n').map((line) => ({ line, at: Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '') }))
}
