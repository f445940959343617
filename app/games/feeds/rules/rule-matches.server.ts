import { prepared } from '../../../db/query.server.ts'
import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import type { AgeRating, GameStatus } from '../../../db/schema/games.server.ts'
import { type Picture, pictureOf } from '../../pictures/picture.server.ts'
import { compileRules, type RuledGame } from './compile-rules.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import { describeConditions, describeEffect } from './rule-form-rules.ts'
import { changeOf, type Effect, effectsOf } from './rulings.ts'

/** The rules that apply to the games of a feed. */
export type RulesOfFeed = { rules: readonly FeedRule[]; usesDefaultRules: boolean }

/** A rule, for the review of existing games. */
export type ReviewedRule = {
  name: string
  /** Its conditions and its effect, in words. */
  conditions: string
  effect: string
  isDefault: boolean
  /** The number of games on this page that it would change. */
  found: number
}

/** An existing game that a rule would change. */
export type RuleMatch = {
  id: number
  slug: string
  title: string
  picture: Picture
  status: GameStatus
  categories: string[]
  ageRating: AgeRating | null
  /** The part of the rule's effect that would change the game. */
  change: Effect
}

export type RuleMatches = {
  rules: ReviewedRule[]
  /** The name of the rule whose games are listed; null if the feed has no rules. */
  rule: string | null
  games: RuleMatch[]
  /** The number of games checked for this page, and whether no further games follow. */
  checked: number
  isComplete: boolean
  /** The id after which the next page begins; null if there are no more games. */
  next: number | null
}

/** A form may have at most 100 fields. */
export const MATCHES_ON_PAGE = 50
/** Games per statement. */
const BATCH = 1000
/**
 * The time for checking one page, so that the response is quick for any number of games. It is enough for about 40,000.
 */
const BUDGET_MS = 1400

type Page = { rule: string | null; after: number; budgetMs?: number }

/**
 * Lists the games after the id `after` that the rule `rule` would change; without a rule, the first rule that would
 * change any game is used. Checks as many games as possible in `budgetMs`, and counts the matches of every rule among
 * them (docs/product.md#rules-of-a-feed).
 */
export async function listRuleMatches(
  feed: RulesOfFeed & { id: number },
  { rule, after, budgetMs = BUDGET_MS }: Page,
): Promise<RuleMatches> {
  const rulingsOf = compileRules(feed)
  const rules = reviewedRules(feed)
  const found = new Map(rules.map(({ name }) => [name, [] as RuleMatch[]]))
  const ends = performance.now() + budgetMs
  let checked = 0
  let position = after
  let isComplete = rules.length === 0
  // The next games are read while these are checked.
  let reading = isComplete ? null : readBatch(feed.id, position)
  while (reading) {
    const games: Row[] = await reading
    position = games.at(-1)?.id ?? position
    isComplete = games.length < BATCH
    reading = isComplete || performance.now() > ends ? null : readBatch(feed.id, position)
    for (const game of games) {
      if (game.status === 'deleted') continue
      checked++
      for (const [name, effect] of effectsOf(rulingsOf(game))) {
        const change = changeOf(effect, game)
        if (change) found.get(name)?.push(matchOf(game, change))
      }
    }
  }
  const shown = rules.find(({ name }) => name === rule) ?? rules.find(({ name }) => found.get(name)?.length) ?? rules[0]
  const matches = found.get(shown?.name ?? '') ?? []
  const games = matches.slice(0, MATCHES_ON_PAGE)
  return {
    rules: rules.map((one) => ({ ...one, found: found.get(one.name)?.length ?? 0 })),
    rule: shown?.name ?? null,
    games,
    checked,
    isComplete,
    next: matches.length > games.length ? (games.at(-1)?.id ?? null) : isComplete ? null : position,
  }
}

function readBatch(feedId: number, after: number): Promise<Row[]> {
  return prepared<Row>('rule-batch', GAMES, [feedId, after])
}

/** Returns what the rule `rule` would change in some of a feed's games. */
export async function findRuleMatches(
  feed: RulesOfFeed & { id: number },
  rule: string,
  gameIds: readonly number[],
): Promise<RuleMatch[]> {
  const rulingsOf = compileRules(feed)
  const games = await prepared<Row>('rule-games', SOME, [feed.id, gameIds])
  return games.flatMap((game) => {
    if (game.status === 'deleted') return []
    const effect = effectsOf(rulingsOf(game)).get(rule)
    const change = effect && changeOf(effect, game)
    return change ? [matchOf(game, change)] : []
  })
}

function reviewedRules({ rules, usesDefaultRules }: RulesOfFeed): Omit<ReviewedRule, 'found'>[] {
  return [
    ...(usesDefaultRules ? DEFAULT_RULES : []).map(({ name, covers, set }) => ({
      name,
      conditions: covers,
      effect: describeEffect(set),
      isDefault: true,
    })),
    ...rules.map((rule) => ({
      name: rule.name,
      conditions: describeConditions(rule),
      effect: describeEffect(rule.set),
      isDefault: false,
    })),
  ]
}

type Row = RuledGame & {
  id: number
  slug: string
  status: GameStatus
  reason: string
  image_small_url: string | null
  ageRating: AgeRating | null
  hasOwnCategories: boolean
}

function matchOf(game: Row, change: Effect): RuleMatch {
  const { id, slug, title, status, categories, ageRating } = game
  return { id, slug, title, picture: pictureOf(game), status, categories, ageRating, change }
}

const COLUMNS = `
  g.id, g.slug, g.title, g.description, g.categories, g.raw_category, g.tags, coalesce(g.url, g.held_url, '') as url,
  g.image_url, g.image_small_url, g.width, g.height, g.plays_on_phones, g.status, g.status_reason as reason,
  g.age_rating as "ageRating",
  -- With a limit, since the planner would read all overrides otherwise.
  coalesce((select true from game_overrides o where o.game_id = g.id and o.field = 'categories' limit 1), false)
    as "hasOwnCategories"`

// The batch is selected first and has a known size. Otherwise the planner may choose a plan that reads all games to
// find those of a small feed.
const GAMES = `
  with batch as materialized (
    select game_id from feed_games where feed_id = $1 and game_id > $2 order by game_id limit ${BATCH}
  )
  select ${COLUMNS} from batch b join games g on g.id = b.game_id order by g.id`

const SOME = `
  select ${COLUMNS} from games g
  where g.id = any($2::int[]) and exists (select from feed_games f where f.feed_id = $1 and f.game_id = g.id)
  order by g.id`
