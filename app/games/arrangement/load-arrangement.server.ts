import { isDeepStrictEqual } from 'node:util'
import { prepared } from '../../db/query.server.ts'
import { type Arrangement, arrangement, setArrangement } from './arrangement.ts'

/**
 * Loads the operators' arrangement into memory. Returns whether it changed. Every process that imports games or renders
 * pages must call it first, and again when the tag `arrangement` is purged.
 */
export async function loadArrangement(): Promise<boolean> {
  const next = await readArrangement()
  if (isDeepStrictEqual(next, arrangement())) return false
  setArrangement(next)
  return true
}

/** Reads the operators' arrangement from the database. */
export async function readArrangement(): Promise<Arrangement> {
  const [row] = await prepared<Arrangement>('arrangement', READ)
  return row as Arrangement
}

const READ = `
  select
    (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'description', description,
      'isInMenu', is_in_menu, 'isHidden', is_hidden, 'mergedInto', merged_into) order by position, slug), '[]')
      from categories) as categories,
    (select coalesce(json_agg(json_build_object('name', name, 'category', category) order by name), '[]')
      from former_category_names) as "formerNames",
    (select coalesce(json_agg(json_build_object('word', word, 'category', category) order by word), '[]')
      from category_synonyms) as synonyms,
    (select coalesce(json_agg(json_build_object('tag', tag, 'name', name, 'description', description,
      'isHidden', is_hidden, 'mergedInto', merged_into) order by tag), '[]')
      from tags) as tags,
    (select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'description', description,
      'isByRule', rule is not null, 'isHidden', is_hidden) order by position, id), '[]')
      from collections) as collections`
