import { sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import type { GameStatus } from '../../db/schema/games.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'
import { changeStatus } from './change-status.server.ts'
import { lockManagedGame, type ManagedGame } from './managed-game.server.ts'
import { FEED_FIELDS, FIELD_LABELS, type GameFields } from './management-rules.ts'

type Change = { operator: Player; id: number; seen: number }

/** An outcome of saving: the slug may belong to another game. */
export type SaveOutcome = ActOutcome | { outcome: 'slug taken' }

/**
 * Saves an operator's fields of a game. A field that differs from the feed's wins over every later import; one that
 * equals it follows the feed again. A new slug makes the old one redirect. Nothing is saved if another operator changed
 * the game since `seen`.
 */
export function saveGame(change: Change, fields: GameFields, slug: string): Promise<SaveOutcome> {
  return changing(change, async (tx, game) => {
    const changed = fieldsThatDiffer(fields, game)
    const isRenamed = slug !== '' && slug !== game.slug
    if (isRenamed && !(await renameSlug(tx, game, slug))) return { outcome: 'slug taken' }
    if (!changed.length && !isRenamed) return { outcome: 'done' }
    await writeFields(tx, game, fields, changed)
    await logAct(tx, {
      by: change.operator,
      act: 'changed',
      on: { kind: 'game', id: String(game.id) },
      why: [...changed, ...(isRenamed ? (['slug'] as const) : [])].map((field) => FIELD_LABELS[field]).join(', '),
      details: { title: fields.title },
    })
    return { outcome: 'done' }
  })
}

/** Makes a field follow the feed again. */
export function resetField(change: Change, field: (typeof FEED_FIELDS)[number]): Promise<ActOutcome> {
  return changing(change, async (tx, game) => {
    if (!(field in game.overrides)) return { outcome: 'gone' }
    await writeFields(tx, game, { ...game, [field]: game.overrides[field] }, [field])
    await logAct(tx, {
      by: change.operator,
      act: 'reset',
      on: { kind: 'game', id: String(game.id) },
      why: FIELD_LABELS[field],
      details: { title: game.title },
    })
    return { outcome: 'done' }
  })
}

const ACTS = { published: 'published', hidden: 'hidden', deleted: 'deleted' } as const

/** Publishes, hides or deletes a game. A deleted game can be published again. */
export function setGameStatus(change: Change, status: keyof typeof ACTS, reason: string): Promise<ActOutcome> {
  return changing(change, async (tx, game) => {
    await changeStatus(tx, [game.id], status satisfies GameStatus, reason)
    await logAct(tx, {
      by: change.operator,
      act: ACTS[status],
      on: { kind: 'game', id: String(game.id) },
      why: reason,
      details: { title: game.title },
    })
    return { outcome: 'done' }
  })
}

function changing<Outcome extends { outcome: string }>(
  { id, seen }: Change,
  act: (tx: Transaction, game: ManagedGame) => Promise<Outcome>,
): Promise<Outcome | ActOutcome> {
  return database().transaction(async (tx) => {
    const game = await lockManagedGame(tx, id)
    if (!game) return { outcome: 'gone' as const }
    const other = await findActSince(tx, { kind: 'game', id: String(id) }, seen)
    if (other) return { outcome: 'decided' as const, ...other }
    return act(tx, game)
  })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function fieldsThatDiffer(fields: GameFields, game: ManagedGame): (keyof GameFields)[] {
  return (Object.keys(fields) as (keyof GameFields)[]).filter((name) => !isSame(fields[name], game[name]))
}

async function writeFields(
  tx: Transaction,
  game: ManagedGame,
  fields: GameFields,
  changed: (keyof GameFields)[],
): Promise<void> {
  for (const name of FEED_FIELDS) {
    if (!changed.includes(name)) continue
    const feedValue = name in game.overrides ? game.overrides[name] : game[name]
    await (isSame(fields[name], feedValue)
      ? tx.execute(sql`delete from game_overrides where game_id = ${game.id} and field = ${name}`)
      : tx.execute(sql`
          insert into game_overrides (game_id, field, feed_value)
          values (${game.id}, ${name}, ${JSON.stringify(feedValue ?? null)}::jsonb) on conflict do nothing`))
  }
  await tx.execute(sql`
    update games g set title = f.title, description = f.description, how_to_play = f.how_to_play,
      categories = f.categories, tags = f.tags, image_url = f.image_url,
      image_small_url = case when f.image_url is distinct from g.image_url then null else g.image_small_url end,
      width = f.width, height = f.height, plays_on_phones = f.plays_on_phones, controls = f.controls,
      age_rating = f.age_rating, seo_title = f.seo_title, seo_description = f.seo_description,
      is_featured = f.is_featured, is_original = f.is_original,
      url = case when g.status in ('published', 'delisted') then f.url end,
      held_url = case when g.status not in ('published', 'delisted') then f.url end, updated_at = now()
    from json_to_record(${JSON.stringify(fields)}::json) as f(
      title text, description text, how_to_play text, categories text[], tags text[], image_url text, width int,
      height int, plays_on_phones boolean, controls jsonb, age_rating text, seo_title text, seo_description text,
      is_featured boolean, is_original boolean, url text)
    where g.id = ${game.id}`)
  await refreshListings(tx, [game.id])
  await purgePages(['games'], tx)
}

/** Gives a game another slug; false if another game has it or had it. */
async function renameSlug(tx: Transaction, game: ManagedGame, slug: string): Promise<boolean> {
  // Imports choose slugs under the same lock.
  await tx.execute(sql`lock table games in share row exclusive mode`)
  const { rows } = await tx.execute(sql`
    select from games where slug = ${slug}
    union all select from former_slugs where slug = ${slug} and game_id <> ${game.id}`)
  if (rows.length) return false
  await tx.execute(sql`delete from former_slugs where slug = ${slug}`)
  await tx.execute(sql`insert into former_slugs (slug, game_id) values (${game.slug}, ${game.id})`)
  await tx.execute(sql`update games set slug = ${slug}, updated_at = now() where id = ${game.id}`)
  await purgePages(['games'], tx)
  return true
}
