import { backgroundDatabase, type Database } from '../../../db/connection.server.ts'
import type { FetchLimits } from '../../../server/http/fetch-public.server.ts'
import { type CheckedGame, checkAddress, hostOf } from './check-address.server.ts'
import { putOff } from './due-games.server.ts'
import { judgeHost, markHostDown, markHostUp, type Verdict } from './judge-host.server.ts'
import { recordFinding } from './record-finding.server.ts'
import { type Checked, settleChecks } from './settle-checks.server.ts'
import { type Sleep, waitForTurn } from './take-turns.server.ts'

/** The number of hosts that are requested concurrently. */
const HOSTS_AT_ONCE = 6

type Options = {
  /** The database connections to use. The default is those for jobs. */
  db?: Database
  signal?: AbortSignal
  /** No check starts later than this, in milliseconds from now. */
  withinMs?: number
  limits?: FetchLimits
  sleep?: Sleep
}

/**
 * Checks games with at most one request per second and host, then quarantines games or releases them from quarantine
 * (docs/product.md#checks-of-games). If a host turns out to be down, its remaining games are postponed. Returns all
 * findings, including those for games that were checked to judge a host.
 */
export async function checkGames(games: CheckedGame[], options: Options = {}): Promise<Checked[]> {
  const run = new CheckRun(options)
  const hosts = [...Map.groupBy(games, ({ url }) => hostOf(url)).entries()]
  const work = async () => {
    for (let next = hosts.shift(); next; next = hosts.shift()) await run.checkHost(...next)
  }
  try {
    await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work))
  } finally {
    await settleChecks(run.db, run.checked)
  }
  return run.checked
}

class CheckRun {
  readonly checked: Checked[] = []
  readonly db: Database
  readonly #options: Options
  readonly #endsAt: number

  constructor(options: Options) {
    this.#options = options
    this.db = options.db ?? backgroundDatabase()
    this.#endsAt = performance.now() + (options.withinMs ?? Infinity)
  }

  /** Checks the games of one host, one after the other. */
  async checkHost(host: string, games: CheckedGame[]): Promise<void> {
    let verdict: Verdict | null = null
    for (const [at, game] of games.entries()) {
      if (performance.now() >= this.#endsAt) return
      this.#options.signal?.throwIfAborted()
      // The game may have been checked already to judge its host.
      if (this.checked.some(({ gameId }) => gameId === game.id)) continue
      const found = await this.#check(game)
      if (found.outcome === 'works' || (found.outcome === 'unknown' && !found.isSilent)) continue
      verdict ??= await judgeHost(this.db, { host, gameId: game.id, finding: found }, (other) => this.#check(other))
      if (verdict !== 'down') continue
      await markHostDown(this.db, host, found.detail)
      await putOff(
        this.db,
        games.slice(at + 1).map(({ id }) => id),
      )
      break
    }
    for (const one of this.checked) if (one.host === host) one.verdict = verdict
  }

  async #check(game: CheckedGame): Promise<Checked> {
    const { signal, limits, sleep } = this.#options
    const onRequest = (host: string) => waitForTurn(this.db, host, { signal, sleep })
    const finding = await checkAddress(game, { ...limits, onRequest })
    const times = await recordFinding(this.db, game, finding)
    const host = hostOf(game.url)
    if (finding.outcome === 'works') await markHostUp(this.db, host)
    const checked = { ...finding, gameId: game.id, url: game.url, times, host, verdict: null }
    this.checked.push(checked)
    return checked
  }
}
