import { type ActOutcome, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { slugify } from '../../../lib/slug.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { startChanges } from '../changes/arrangement-changes.server.ts'
import { synonymSlug } from '../known-categories.ts'
import { lockCategories } from './category-rows.server.ts'
import { arranging, arrangingCatalogue, type FieldFault } from './save-categories.server.ts'

type Synonym = { word: string; category: string; applies: boolean }

/**
 * Maps a name in feeds to a category for later imports. If `applies` is set, the mapping also changes imported games
 * whose categories no operator has set. The name of one of the portal's categories cannot be mapped.
 */
export async function mapWord(
  operator: Player,
  { word, category, applies }: Synonym,
): Promise<ActOutcome | FieldFault<'word'>> {
  const slug = synonymSlug(word)
  const outcome = await arranging(async (tx): Promise<ActOutcome | FieldFault<'word'>> => {
    const rows = await lockCategories(tx)
    const target = rows.find((row) => row.slug === category && !row.mergedInto)
    if (!target) return { outcome: 'gone' }
    const same = rows.find((row) => row.slug === slug || slugify(row.name) === slug)
    if (same) {
      const why = same.mergedInto
        ? `${same.name} is a category that was merged. This name is already mapped to the other category`
        : `${same.name} is a category. Merge it instead`
      return { outcome: 'invalid', field: 'word', why }
    }
    await preparedIn(tx, 'map-word', MAP, [slug, category])
    await logAct(tx, {
      by: operator,
      act: 'changed',
      on: { kind: 'category', id: category },
      why: `synonym “${word}” added`,
      details: { title: target.name },
    })
    await purgePages(['games', 'arrangement'], tx)
    return { outcome: 'done' }
  })
  // Start the change only now: games are read with the synonym in memory.
  if (applies && outcome.outcome === 'done') {
    await arrangingCatalogue((tx) =>
      startChanges(tx, [{ kind: 'synonym', subject: slug, title: `Applying the synonym “${word}”` }]),
    )
  }
  return outcome
}

const MAP = `
  insert into category_synonyms (word, category) values ($1, $2)
  on conflict (word) do update set category = excluded.category`

/** Removes a synonym. Games keep their categories until their next import. */
export async function unmapWord(operator: Player, word: string): Promise<ActOutcome> {
  return arranging(async (tx): Promise<ActOutcome> => {
    const [row] = await preparedIn<{ category: string; name: string | null }>(tx, 'unmap-word', UNMAP, [word])
    if (!row) return { outcome: 'gone' }
    await logAct(tx, {
      by: operator,
      act: 'changed',
      on: { kind: 'category', id: row.category },
      why: `synonym “${word}” removed`,
      details: { title: row.name ?? row.category },
    })
    await purgePages(['games', 'arrangement'], tx)
    return { outcome: 'done' }
  })
}

const UNMAP = `
  delete from category_synonyms s where word = $1
  returning category, (select name from categories c where c.slug = s.category) as name`
