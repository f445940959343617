import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { isPublic } from '../../../db/public-games.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import type { ManagedGame } from '../managed-game.server.ts'
import { type EditedField, FEED_FIELDS, type GameFields, isAddedByHand } from '../management-rules.ts'
import { isSame } from './field-versions.server.ts'
import { deletePictureLater, smallPictureOf } from './game-picture.server.ts'

/**
 * Writes the fields of a locked game, and which of `changed` follow the feed from now on. Updates every list in the
 * same transaction.
 */
export async function writeFields(
  tx: Transaction,
  game: ManagedGame,
  fields: GameFields,
  changed: EditedField[],
): Promise<void> {
  const isByHand = isAddedByHand(game)
  const fed = isByHand ? [] : FEED_FIELDS.filter((field) => changed.includes(field))
  const feedValue = (field: (typeof FEED_FIELDS)[number]) =>
    field in game.overrides ? game.overrides[field] : game[field]
  const followed = fed.filter((field) => isSame(fields[field], feedValue(field)))
  const set = fed.filter((field) => !followed.includes(field))
  if (fed.length) {
    await preparedIn(tx, 'unset-fields', UNSET, [game.id, followed])
    const values = Object.fromEntries(set.map((field) => [field, feedValue(field) ?? null]))
    await preparedIn(tx, 'set-fields', SET, [game.id, JSON.stringify(values)])
  }
  if (changed.includes('image_url') && (isByHand || 'image_url' in game.overrides))
    await deletePictureLater(game.image_url, tx)
  const small = smallPictureOf(fields.image_url)
  await preparedIn(tx, 'write-fields', WRITE, [game.id, JSON.stringify(fields), small])
  await refreshListings(tx, [game.id])
  await purgePages(['games', `game:${game.id}`], tx)
}

const UNSET = 'delete from game_overrides where game_id = $1 and field = any($2)'

const SET = `
  insert into game_overrides (game_id, field, feed_value)
  select $1, field, value from jsonb_each($2::jsonb) as o(field, value) on conflict do nothing`

// The small picture of a provider is unknown until its next import.
const WRITE = `
  update games g set title = f.title, description = f.description, how_to_play = f.how_to_play,
    categories = f.categories, tags = f.tags, image_url = f.image_url,
    image_small_url = case when f.image_url is distinct from g.image_url then $3 else g.image_small_url end,
    width = f.width, height = f.height, plays_on_phones = f.plays_on_phones, controls = f.controls,
    age_rating = f.age_rating, seo_title = f.seo_title, seo_description = f.seo_description,
    is_featured = f.is_featured, is_original = f.is_original,
    url = case when ${isPublic('g')} then f.url end, held_url = case when not ${isPublic('g')} then f.url end,
    updated_at = now()
  from json_to_record($2::json) as f(
    title text, description text, how_to_play text, categories text[], tags text[], image_url text, width int,
    height int, plays_on_phones boolean, controls jsonb, age_rating text, seo_title text, seo_description text,
    is_featured boolean, is_original boolean, url text)
  where g.id = $1`

/** Gives a game another slug; false if another game has it or had it. The table `games` must be locked. */
export async function renameSlug(tx: Transaction, { id, slug: old }: ManagedGame, slug: string): Promise<boolean> {
  const [taken] = await preparedIn(tx, 'slug-taken', TAKEN, [slug, id])
  if (taken) return false
  await preparedIn(tx, 'reclaim-slug', 'delete from former_slugs where slug = $1', [slug])
  await preparedIn(tx, 'keep-slug', 'insert into former_slugs (slug, game_id) values ($1, $2)', [old, id])
  await preparedIn(tx, 'rename-slug', 'update games set slug = $1, updated_at = now() where id = $2', [slug, id])
  return true
}

const TAKEN = `
  select from games where slug = $1
  union all select from former_slugs where slug = $1 and game_id <> $2`
