import { AGE_RATINGS } from '../../db/schema/games.server.ts'

/*
 * SQL equivalents of the functions in known-categories.ts and known-tags.ts, for tables derived from `games`. They read
 * the tables, so that a write is correct even if this process has an outdated arrangement in memory.
 */

/**
 * The slug of the category that `name` refers to by its current or former name. Pass expressions with qualified columns
 * to these functions, because the tables that they read have columns with similar names.
 */
export function categorySlugIn(name: string): string {
  return `coalesce(
    (select coalesce(k.merged_into, k.slug) from categories k where k.name = ${name}),
    (select f.category from former_category_names f where f.name = ${name}),
    replace(lower(${name}), ' ', '-'))`
}

/** The current name of the category that `name` refers to. An unknown name stays as it is. */
export function categoryNameIn(name: string): string {
  return `coalesce((select n.name from categories n where n.slug = ${categorySlugIn(name)}), ${name})`
}

/** The lower-case tag under which the games with `tag` are listed. */
export function tagKeyIn(tag: string): string {
  return `coalesce((select t.merged_into from tags t where t.tag = lower(${tag})), lower(${tag}))`
}

/** A tag as pages spell it. */
export function spelledTagIn(tag: string): string {
  return `coalesce((select t.name from tags t where t.tag = ${tagKeyIn(tag)}),
    (select t.merged_into from tags t where t.tag = lower(${tag})), ${tag})`
}

const AGES = `'{${AGE_RATINGS.join(',')}}'::text[]`

/**
 * A condition on `games g`: whether the game matches the rule `rule` of a collection. `slugs` is an expression for the
 * slugs of the game's lists. A game without an age rating never matches a condition on the age rating.
 */
export function matchesRule(rule: string, slugs: string): string {
  return `(${rule}->'categories' is null or ${rule}->'categories' ?| ${slugs})
    and (${rule}->'tags' is null
      or ${rule}->'tags' ?| array(select ${tagKeyIn('u.word')} from unnest(g.tags) u(word)))
    and (${rule}->'providers' is null or ${rule}->'providers' ? g.provider)
    and (${rule}->'phones' is null or 'mobile' = any(${slugs}))
    and (${rule}->'ageRating' is null
      or array_position(${AGES}, g.age_rating) <= array_position(${AGES}, ${rule}->>'ageRating'))`
}
