import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A stretch of network between a portal and its PostgreSQL. */
export type Stretch = {
  /** The same address, by way of it. */
  url: string
  /**
   * From now on it swallows every packet, both ways: what is connected stays so and hears nothing, and who connects
   * hears nothing either.
   */
  swallow: () => void
  /** New connections are carried again. Those from before stay silent for ever, as behind a firewall that forgot them. */
  carry: () => void
  close: () => Promise<void>
}

export async function layStretch(url: string): Promise<Stretch> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  /** What has been carried so far and is still heard. */
  const carried = new Set<Socket>()
  let swallows = false

  const server = createServer((near) => {
    keep(near)
    if (swallows) return near.resume()
    const far = connect({ host: target.hostname, port: Number(target.port) })
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      carried.add(from)
      from.on('data', (packet) => carried.has(from) && to.write(packet))
      from.on('close', () => carried.has(from) && to.destroy())
    }
  })

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    swallow() {
      swallows = true
      carried.clear()
    },
    carry() {
      swallows = false
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
