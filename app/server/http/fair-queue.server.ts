import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Thrown if a request is refused: it waited too long, or too many requests of its client, or of all clients, are
 * waiting.
 */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly of: 'client' | 'queue'
  constructor(of: QueueFull['of']) {
    super(`The queue of the ${of} is full`)
    this.of = of
  }
}

export type QueueLimits = {
  slots: number
  /** The maximum number of requests of one client in progress, with or without a slot. */
  perClient: number
  waitingPerClient: number
  waiting: number
  timeoutMs: number
}

/** Four per client, since a player's writes wait for the same rows, and each occupies a database connection. */
export const PAGES: QueueLimits = { slots: 16, perClient: 4, waitingPerClient: 128, waiting: 1024, timeoutMs: 5000 }

/**
 * A separate queue, since the hundred pictures of a list must not take the database connections of pages. A client may
 * wait for many pictures that are still being fetched from a provider.
 */
export const FILES: QueueLimits = { slots: 3, perClient: 128, waitingPerClient: 512, waiting: 2048, timeoutMs: 5000 }

type Client = { underWay: number; waiting: (() => void)[] }

/**
 * Slots for requests. Clients are served in turn, one request each, so that hundreds of requests from one client delay
 * others no more than a single request.
 */
export function createFairQueue(limits: QueueLimits) {
  const clients = new Map<string, Client>()
  let used = 0
  let waiting = 0

  /** Runs the work in a slot. Throws a QueueFull, at once if too many are waiting, or after `timeoutMs`. */
  async function run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = clients.get(name) ?? { underWay: 0, waiting: [] }
    if (client.waiting.length >= limits.waitingPerClient) throw new QueueFull('client')
    if (waiting >= limits.waiting) throw new QueueFull('queue')
    clients.set(name, client)
    await enter(name, client)
    let isHeld = true
    const free = () => {
      if (isHeld) used--
      isHeld = false
      serve()
    }
    try {
      return await slot.run(free, work)
    } finally {
      client.underWay--
      forget(name, client)
      free()
    }
  }

  function enter(name: string, client: Client): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        // Without this, requests that do not wait for anything would all run before the first database response is
        // read.
        setImmediate(resolve)
      }
      const timer = setTimeout(() => {
        client.waiting.splice(client.waiting.indexOf(begin), 1)
        waiting--
        forget(name, client)
        reject(new QueueFull('queue'))
      }, limits.timeoutMs)
      client.waiting.push(begin)
      waiting++
      serve()
    })
  }

  function forget(name: string, client: Client): void {
    if (!client.underWay && !client.waiting.length && clients.get(name) === client) clients.delete(name)
  }

  /**
   * Starts the first waiting request of each client that may run another. A client that was served moves to the end.
   */
  function serve(): void {
    for (const [name, client] of clients) {
      if (!waiting || used >= limits.slots) return
      const begin = client.underWay < limits.perClient ? client.waiting.shift() : undefined
      if (!begin) continue
      clients.delete(name)
      clients.set(name, client)
      client.underWay++
      used++
      waiting--
      begin()
    }
  }

  return { run, size: () => ({ used, waiting, clients: clients.size }) }
}

const slot = new AsyncLocalStorage<() => void>()

/** Releases the request's slot. Call it before waiting for another machine, such as a slow client or another server. */
export function freeSlot(): void {
  slot.getStore()?.()
}
