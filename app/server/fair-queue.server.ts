import { AsyncLocalStorage } from 'node:async_hooks'

/** A request was refused since its client, or all clients together, have too many waiting, or since it waited too long. */
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
  /** Requests of one client that are under way, with or without a slot. */
  perClient: number
  waitingPerClient: number
  waiting: number
  patienceMs: number
}

/** Four: a player's writes wait for the same rows, each with a connection of the pool in hand. */
export const PAGES: QueueLimits = { slots: 16, perClient: 4, waitingPerClient: 128, waiting: 1024, patienceMs: 5000 }

/**
 * A list shows a hundred pictures, which must not take the database connections of pages. One client may wait for many
 * that are still being fetched from a provider.
 */
export const FILES: QueueLimits = { slots: 3, perClient: 128, waitingPerClient: 512, waiting: 2048, patienceMs: 5000 }

type Client = { underWay: number; waiting: (() => void)[] }

/**
 * Slots for requests. Clients are served in turn, one request each, so that hundreds of requests from one client delay the
 * others no longer than one would.
 */
export function createFairQueue(limits: QueueLimits) {
  const clients = new Map<string, Client>()
  let used = 0
  let waiting = 0

  /** Does the work in a slot. Throws a QueueFull: at once if too many wait already, or after `patienceMs`. */
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
        // Requests that wait for nothing would otherwise run all at once, before the answers of the database are read.
        setImmediate(resolve)
      }
      const timer = setTimeout(() => {
        client.waiting.splice(client.waiting.indexOf(begin), 1)
        waiting--
        forget(name, client)
        reject(new QueueFull('queue'))
      }, limits.patienceMs)
      client.waiting.push(begin)
      waiting++
      serve()
    })
  }

  function forget(name: string, client: Client): void {
    if (!client.underWay && !client.waiting.length && clients.get(name) === client) clients.delete(name)
  }

  /** Begins the first request of each client that may have one more; a client that was served is the last in the round. */
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

/** Gives the slot of the request to the next one, before it waits for somebody else, such as a slow sender or another server. */
export function freeSlot(): void {
  slot.getStore()?.()
}
