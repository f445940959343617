/**
 * A baseline for the portal: a plain node:http server with fixed responses by path, which it reads as a line from
 * stdin. It exits when stdin closes, so that it never outlives its parent.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** `headers`: name, value, name, value; `body`: base64. */
export type BarePage = { path: string; headers: string[]; body: string }

/** Starts the server in a separate process. */
export async function startBareServer(pages: BarePage[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdin.write(`${JSON.stringify(pages)}\n`)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(line.toString()),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

if (import.meta.main) {
  const lines = createInterface({ input: process.stdin })
  const [line] = (await once(lines, 'line')) as [string]
  lines.on('close', () => process.exit(0))
  const given = JSON.parse(line) as BarePage[]
  const pages = new Map(given.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]))
  const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    const page = pages.get(req.url ?? '')
    if (page) res.writeHead(200, page.headers).end(page.body)
    else res.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
  process.on('SIGTERM', () => process.exit(0))
}
