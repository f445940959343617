import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/connection.server.ts'
import { isPublic } from '../../../db/public-games.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { CheckOutcome } from '../../../db/schema/game-health.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { log } from '../../../server/process/log.server.ts'
import { changeStatus } from '../../management/change-status.server.ts'
import { CHECKS_TO_QUARANTINE } from '../health-rules.ts'
import { refreshSuspects } from '../suspects.server.ts'
import type { Finding } from './check-address.server.ts'
import type { Verdict } from './judge-host.server.ts'

/** The finding at the address of a game, with the number of consecutive checks that had the same outcome. */
export type Checked = Finding & { gameId: number; url: string; host: string; times: number; verdict: Verdict | null }

/** The reason of a quarantine for operators, by the outcome of two checks. */
const REASONS: { [Outcome in CheckOutcome]?: string } = {
  gone: 'Its address no longer exists',
  'host gone': 'The host of its address no longer exists',
  'framing refused': 'Its host no longer allows other sites to show it',
}

/**
 * Quarantines public games after two failed checks in a row, unless their whole host fails. Restores the earlier status
 * of quarantined games that work again (docs/product.md#checks-of-games). A game whose address has changed since its
 * check keeps its status.
 */
export async function settleChecks(db: Database, checked: Checked[]): Promise<void> {
  if (!checked.length) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table games in row exclusive mode`)
    const current = await withSameAddress(tx, checked)
    const works = current.filter(({ outcome }) => outcome === 'works')
    await returnGames(
      tx,
      works.map(({ gameId }) => gameId),
    )
    for (const [outcome, reason] of Object.entries(REASONS)) {
      const broken = current.filter((one) => one.outcome === outcome && isCertain(one)).map(({ gameId }) => gameId)
      await quarantine(tx, outcome === 'host gone' ? await onlineOnly(tx, broken) : broken, reason)
    }
    await refreshSuspects(
      tx,
      checked.map(({ gameId }) => gameId),
    )
  })
}

/** Returns the findings for addresses that the games still have, and locks those games. */
async function withSameAddress(tx: Transaction, checked: Checked[]): Promise<Checked[]> {
  const values = [checked.map(({ gameId }) => gameId), checked.map(({ url }) => url)]
  const rows = await preparedIn<{ id: number }>(tx, 'same-address', SAME_ADDRESS, values)
  const ids = new Set(rows.map(({ id }) => id))
  return checked.filter(({ gameId }) => ids.has(gameId))
}

function isCertain({ times, verdict }: Checked): boolean {
  return times >= CHECKS_TO_QUARANTINE && (verdict === 'up' || verdict === 'alone')
}

/**
 * If this server cannot reach DNS, all hosts seem to have disappeared. So a host counts as gone only if another host
 * has responded within the last hours, or if there is no other host.
 */
async function onlineOnly(tx: Transaction, ids: number[]): Promise<number[]> {
  return (await preparedIn<{ id: number }>(tx, 'gone-while-online', ONLINE, [ids])).map(({ id }) => id)
}

async function quarantine(tx: Transaction, ids: number[], reason: string): Promise<void> {
  const broken = await preparedIn<{ id: number }>(tx, 'to-quarantine', TO_QUARANTINE, [ids])
  if (!broken.length) return
  const found = broken.map(({ id }) => id)
  await changeStatus(tx, found, 'quarantined', reason)
  log().info({ games: found, reason }, 'Quarantined games that appear broken')
}

/** Restores the earlier status of those games that are quarantined. Returns their ids. */
export async function returnGames(tx: Transaction, ids: number[]): Promise<number[]> {
  const works = await preparedIn<{ id: number; status: GameStatus }>(tx, 'to-return', TO_RETURN, [ids])
  for (const [status, games] of Map.groupBy(works, (game) => game.status)) {
    await changeStatus(
      tx,
      games.map(({ id }) => id),
      status,
    )
  }
  const returned = works.map(({ id }) => id)
  if (returned.length) {
    await preparedIn(tx, 'forget-quarantine', 'update game_health set status_before = null where game_id = any($1)', [
      returned,
    ])
    log().info({ games: returned }, 'Games left the quarantine')
  }
  return returned
}

const SAME_ADDRESS = `
  select g.id from games g join unnest($1::int[], $2::text[]) c(id, url) on c.id = g.id
  where coalesce(g.url, g.held_url) = c.url order by g.id for no key update of g`

const TO_QUARANTINE = `
  with broken as (
    select id, status from games g where g.id = any($1::int[]) and ${isPublic('g')} order by id for no key update
  )
  update game_health h set status_before = b.status from broken b where h.game_id = b.id returning b.id`

const TO_RETURN = `
  with quarantined as (
    select id from games where id = any($1::int[]) and status = 'quarantined' order by id for no key update
  )
  select q.id, coalesce(h.status_before, 'published') as status
  from quarantined q left join game_health h on h.game_id = q.id`

const ONLINE = `
  select h.game_id as id from game_health h where h.game_id = any($1::int[]) and (
    not exists (select from game_health o where o.host <> h.host)
    or exists (select from game_health o where o.host <> h.host and o.checked_at > now() - interval '3 hours'
      and o.outcome in ('works', 'gone', 'framing refused')))`
