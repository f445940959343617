import { findSeen } from '../../../accounts/operators/audit-log.server.ts'
import { href } from 'react-router'
import { prepared } from '../../../db/query.server.ts'
import { type Missing, notFound } from '../../../server/http/responses.server.ts'
import { SYNONYMS } from '../../catalogue/default-categories.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { arrangement } from '../arrangement.ts'
import { listChanges } from '../changes/arrangement-changes.server.ts'
import { categorySlug, listCategories } from '../known-categories.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { ORDER_ID } from './save-categories.server.ts'
import { listUnmappedWords } from './unmapped-words.server.ts'

/**
 * Loads the page of all categories. Every loader of these pages first loads the arrangement, because another node may
 * have changed it.
 */
export async function loadCategories() {
  await loadArrangement()
  const categories = listCategories()
  const [counts, seen, changes, words] = await Promise.all([
    countGames(categories.map(({ slug }) => `category:${slug}`)),
    findSeen({ kind: 'category', id: ORDER_ID }),
    listChanges(['category', 'synonym']),
    listUnmappedWords(),
  ])
  return {
    categories: categories.map((one) => ({ ...one, games: counts.get(`category:${one.slug}`) ?? 0 })),
    seen,
    changes,
    words,
  }
}

/** Loads the page of a category, or throws a 404. */
export async function loadCategory(slug: string) {
  await loadArrangement()
  const category = listCategories().find((one) => one.slug === slug)
  if (!category) throw notFound(NO_CATEGORY)
  const list = `category:${slug}`
  const [[counted], counts, seen, changes] = await Promise.all([
    prepared<{ games: number }>('count-label', COUNT, [slug]),
    countGames([list]),
    findSeen({ kind: 'category', id: slug }),
    listChanges(['category', 'synonym']),
  ])
  const { categories, formerNames, synonyms } = arrangement()
  return {
    category,
    games: { all: counted?.games ?? 0, public: counts.get(list) ?? 0 },
    seen,
    changes,
    synonyms: synonyms.filter((one) => one.category === slug).map(({ word }) => word),
    builtIn: Object.entries(SYNONYMS).flatMap(([word, name]) =>
      categorySlug(name) === slug && !synonyms.some((one) => one.word === word) ? [word] : [],
    ),
    formerNames: formerNames.filter((one) => one.category === slug).map(({ name }) => name),
    merged: categories.filter(({ mergedInto }) => mergedInto === slug),
    others: listCategories()
      .filter((one) => one.slug !== slug)
      .map(({ slug: value, name }) => ({ value, name })),
  }
}

// Counts all games in the console's table, public or not.
const COUNT = 'select count(*)::int as games from game_labels where label = $1'

const NO_CATEGORY: Missing = {
  name: 'Category not found',
  title: 'Category not found',
  text: 'There is no category with this address, or it was merged into another.',
  action: { label: 'All categories', href: href('/admin/categories') },
}
