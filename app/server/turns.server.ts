import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who asks for work on the processor and the database takes a turn. There are a few at once, so that neither the pool
 * nor memory fills; who waits is served in rounds, one of each asker (a player, or the address of a visitor), so that
 * three hundred requests of one keep nobody else waiting longer than one would.
 */
export type Asker = { who: string; writes: boolean }

/** Refused since this asker, or everybody together, has too much waiting. */
export class NoTurn extends Error {
  override name = 'NoTurn'
  readonly reason: 'own' | 'all' | 'late'
  constructor(reason: NoTurn['reason']) {
    super(`No turn: ${reason}`)
    this.reason = reason
  }
}

export type TurnLimits = {
  /** All turns, and those that reads of one asker may take. */
  atOnce: number
  readsOfOne: number
  /** One asker's writes wait for the same rows anyway: they would wait with a connection of the pool in hand. */
  writesOfOne: number
  waitingOfOne: number
  waiting: number
  patienceMs: number
}

export const TURN_LIMITS: TurnLimits = {
  atOnce: 16,
  readsOfOne: 12,
  writesOfOne: 2,
  waitingOfOne: 128,
  waiting: 1024,
  patienceMs: 5000,
}

/** What one asker has under way and waiting. */
type Line = { reads: number; writes: number; waiting: Waiter[] }
type Waiter = { turn: Turn; go: () => void }
/** `hasShare`: it counts in its line; `holds`: among all at once. `away` counts its parts that wait for somebody else. */
type Turn = {
  who: string
  kind: 'reads' | 'writes'
  line: Line
  hasShare: boolean
  holds: boolean
  away: number
  isOver: boolean
}

/**
 * Files have turns of their own: a list shows a hundred pictures, which must not take the database connections of pages.
 * One asker may wait for many at once, such as pictures that are still on their way from a provider.
 */
export const FILE_TURN_LIMITS: TurnLimits = {
  atOnce: 3,
  readsOfOne: 128,
  writesOfOne: 1,
  waitingOfOne: 512,
  waiting: 2048,
  patienceMs: 5000,
}

/** The turns of a process. */
export function createTurns(limits: TurnLimits = TURN_LIMITS) {
  const SHARE = { reads: limits.readsOfOne, writes: limits.writesOfOne }
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  /** Does the work in a turn; throws a NoTurn, at once where too many wait already. */
  async function inTurn<T>({ who, writes }: Asker, work: () => Promise<T>): Promise<T> {
    const line = lines.get(who) ?? { reads: 0, writes: 0, waiting: [] }
    lines.set(who, line)
    const kind = writes ? 'writes' : 'reads'
    const turn: Turn = { who, kind, line, hasShare: false, holds: false, away: 0, isOver: false }
    try {
      await begin(turn)
      return await current.run({ outside: (part) => outside(turn, part) }, work)
    } finally {
      if (turn.hasShare) line[kind]--
      turn.isOver = true
      giveBack(turn)
    }
  }

  /** The asker's own share stays taken: somebody who sends slowly a hundred times at once is still one. */
  async function outside<T>(turn: Turn, part: () => Promise<T>): Promise<T> {
    turn.away++
    if (turn.away === 1) giveBack(turn)
    try {
      return await part()
    } finally {
      turn.away--
      if (!turn.away && !turn.isOver) await begin(turn)
      // Given up meanwhile, as where the database hangs.
      if (turn.isOver) giveBack(turn)
    }
  }

  async function begin(turn: Turn): Promise<void> {
    const { line, hasShare } = turn
    // Who comes back is let in whenever there is a turn: work that has begun is not thrown away.
    if (!hasShare && line.waiting.length >= limits.waitingOfOne) throw new NoTurn('own')
    if (!hasShare && waiting >= limits.waiting) throw new NoTurn('all')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { turn, go: resolve }
    line.waiting.push(waiter)
    waiting++
    serve()
    if (turn.holds) return
    const giveUp = () => {
      line.waiting.splice(line.waiting.indexOf(waiter), 1)
      waiting--
      reject(new NoTurn('late'))
    }
    const timer = hasShare ? undefined : setTimeout(giveUp, limits.patienceMs)
    await promise.finally(() => clearTimeout(timer))
  }

  function giveBack(turn: Turn): void {
    if (turn.holds) running--
    turn.holds = false
    const { who, line } = turn
    if (turn.isOver && !line.reads && !line.writes && !line.waiting.length && lines.get(who) === line) lines.delete(who)
    serve()
  }

  /** Lets in who may come, one of each line in turn. */
  function serve(): void {
    for (let passed = 0; running < limits.atOnce && waiting && passed < lines.size;) {
      const [who, line] = lines.entries().next().value as [string, Line]
      lines.delete(who)
      lines.set(who, line)
      const at = line.waiting.findIndex(({ turn }) => turn.hasShare || line[turn.kind] < SHARE[turn.kind])
      const waiter = at < 0 ? undefined : line.waiting.splice(at, 1)[0]
      passed = waiter ? 0 : passed + 1
      if (!waiter) continue
      const { turn, go } = waiter
      waiting--
      running++
      if (!turn.hasShare) line[turn.kind]++
      turn.hasShare = turn.holds = true
      go()
    }
  }

  return { inTurn, size: () => ({ running, waiting, lines: lines.size }) }
}

type Outside = <T>(part: () => Promise<T>) => Promise<T>
const current = new AsyncLocalStorage<{ outside: Outside }>()

/** For what waits for somebody else (a slow sender, another server): does it without the turn of the request, if there is one. */
export function outsideTurn<T>(part: () => Promise<T>): Promise<T> {
  return current.getStore()?.outside(part) ?? part()
}
