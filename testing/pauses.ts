/**
 * `npm run check -- --busy` loads this file into the Node programs of the tests, so that they pause now and then, as on
 * an overloaded machine: each program stops for up to 0.6 seconds, and one in fifty of its queries starts up to 1.5
 * seconds later. A test that passes only while everything is quick fails within minutes, not once in a hundred runs.
 */
import { setTimeout } from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const STOP_MS = 600
const BETWEEN_STOPS_MS = 1500
const DELAY_MS = 1500
const DELAYED_SHARE = 0.02

/** Vitest's and Playwright's main programs only report. */
const isRunner = /\/(vitest|playwright)(\.mjs)?$/.test(process.argv[1] ?? '')
if (!isRunner) stopLater()
delayQueries()

function stopLater(): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  // From `node:timers`, because tests replace the global function.
  setTimeout(() => {
    Atomics.wait(cell, 0, 0, Math.random() * STOP_MS)
    stopLater()
  }, Math.random() * BETWEEN_STOPS_MS).unref()
}

/** Queries of a connection keep their order. */
function delayQueries(): void {
  const query = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...given: unknown[]) => unknown
  const delayed = new WeakMap<pg.Client, Promise<void>>()
  function queryLater(this: pg.Client, ...given: unknown[]): unknown {
    const before = delayed.get(this)
    const ms = Math.random() < DELAYED_SHARE ? Math.random() * DELAY_MS : 0
    if (!before && !ms) return query.apply(this, given)
    const turn = Promise.resolve(before).then(() => delay(ms, undefined, { ref: false }))
    delayed.set(this, turn)
    const result = turn.then(() => {
      if (delayed.get(this) === turn) delayed.delete(this)
      return query.apply(this, given)
    })
    const [first] = given
    const isSubmittable = typeof first === 'object' && first !== null && 'submit' in first
    if (isSubmittable) return first
    const takesCallback =
      typeof given.at(-1) === 'function' || (typeof first === 'object' && first !== null && 'callback' in first)
    return takesCallback ? undefined : result
  }
  Object.assign(pg.Client.prototype, { query: queryLater })
}
