import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Database } from '../../../db/connection.server.ts'

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

const sleepReally: Sleep = (ms, signal) => sleepFor(ms, undefined, { signal })

/**
 * Waits until a host may be requested. All nodes together request it at most once a second
 * (docs/product.md#checks-of-games). Rejects if `signal` aborts during the wait.
 */
export async function waitForTurn(
  db: Database,
  host: string,
  { signal, sleep = sleepReally }: { signal?: AbortSignal | undefined; sleep?: Sleep | undefined } = {},
): Promise<void> {
  signal?.throwIfAborted()
  const { rows } = await db.$client.query<{ wait: number }>(TAKE_TURN, [host])
  const wait = rows[0]?.wait ?? 0
  if (wait > 0) await sleep(Math.ceil(wait), signal)
}

/** A turn far in the future was reserved by a node whose clock ran ahead. */
const TAKE_TURN = `
  insert into game_hosts as h (host, checked_at) values ($1, clock_timestamp())
  on conflict (host) do update set checked_at = case
    when h.checked_at > clock_timestamp() + interval '5 minutes' then clock_timestamp()
    else greatest(clock_timestamp(), h.checked_at + interval '1 second') end
  returning extract(epoch from checked_at - clock_timestamp())::float8 * 1000 as wait`
