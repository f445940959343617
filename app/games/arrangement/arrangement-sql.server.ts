import { AGE_RATINGS } from '../../db/schema/games.server.ts'

/*
 * The same in SQL as known-categories.ts and known-tags.ts compute from memory, for tables derived from `games`.
 * Reading the tables makes a write correct whatever this process has in memory.
 */

/**
 * The slug of the category that `name` means: a current or former name. These take expressions whose columns are
 * qualified, since the tables read here have columns of similar names.
 */
export function categorySlugIn(name: string): string {
  return `coalesce(
    (select coalesce(k.merged_into, k.slug) from categories k where k.name = ${name}),
    (select f.category from former_category_names f where f.name = ${name}),
    replace(lower(${name}), ' ', '-'))`
}

/** The current name of the category that `name` means. A name that is no category stays as it is. */
export function categoryNameIn(name: string): string {
  return `coalesce((select n.name from categories n where n.slug = ${categorySlugIn(name)}), ${name})`
}

/** The tag, in lower case, that lists the games with `tag`. */
export function tagKeyIn(tag: string): string {
  return `coalesce((select t.merged_into from tags t where t.tag = lower(${tag})), lower(${tag}))`
}

/** A tag in the spelling that pages show. */
export function spelledTagIn(tag: string): string {
  return `coalesce((select t.name from tags t where t.tag = ${tagKeyIn(tag)}),
    (select t.merged_into from tags t where t.tag = lower(${tag})), ${tag})`
}

const AGES = `'{${AGE_RATINGS.join(',')}}'::text[]`

/**
 * A condition on `games g` and the slugs of its lists (`slugs`, an expression): whether the rule `rule` of a collection
 * finds the game. Games without an age rating match no rule about it.
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
