import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type Road = Awaited<ReturnType<typeof buildRoad>>

/** The way to a database, which a test can cut or block. `url` is a postgres:// address of the database itself. */
export async function buildRoad(url: string) {
  const target = new URL(url)
  const cars = new Set<Socket>()
  let blocked = new WeakSet<Socket>()
  let isBlocked = false
  let port = 0
  let server: Server | null = null

  /** Opens the way again; what was lost on it stays lost. */
  async function mend(): Promise<void> {
    isBlocked = false
    if (server) return
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        cars.add(from)
        from.on('data', (chunk) => isBlocked || blocked.has(from) || to.write(chunk))
        from.on('error', () => {})
        from.on('close', () => (cars.delete(from), to.destroy()))
      }
    })
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  /** Ends every connection, and refuses new ones. */
  async function cut(): Promise<void> {
    const old = server
    server = null
    for (const car of cars) car.destroy()
    if (old) await new Promise((resolve) => old.close(resolve))
  }

  await mend()
  const connectionString = Object.assign(new URL(url), { port: String(port) }).href
  return {
    connection: { connectionString },
    cut,
    mend,
    /** Swallows what is sent, also on new connections, which are accepted. */
    hang: () => void (isBlocked = true),
    /** Swallows what is sent on the connections of now, for good; new ones pass. So does a firewall that forgot them. */
    forget: () => void (blocked = new WeakSet(cars)),
  }
}
