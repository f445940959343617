import type { FeedRule, Ruling } from '../../../db/schema/feeds.server.ts'
import { arrangement } from '../../arrangement/arrangement.ts'
import { currentName } from '../../arrangement/known-categories.ts'
import { spelledTag } from '../../arrangement/known-tags.ts'
import type { FeedGame } from '../../import/read-game.ts'
import { type Clue, DEFAULT_RULES, type DefaultRule } from './default-rules.ts'
import { currentRule } from './current-rule.ts'
import { type Counts, createPhraseFinder, foldLabel } from './fold-words.ts'

/** The properties of a game that rules read. */
export type RuledGame = Pick<
  FeedGame,
  | 'title'
  | 'description'
  | 'categories'
  | 'raw_category'
  | 'tags'
  | 'replaced_tags'
  | 'url'
  | 'image_url'
  | 'width'
  | 'height'
  | 'plays_on_phones'
>

/** The phrases found in each part of a game. */
type Found = { title: Counts; labels: Counts; all: Counts }
type Matches = (game: RuledGame, found: Found) => boolean
type Finder = ReturnType<typeof createPhraseFinder>

type Rules = { rules: readonly FeedRule[]; usesDefaultRules: boolean }

/**
 * Compiles the rules of a feed. The returned function lists the rulings on a game in the order of the rules, default
 * rules first. A later ruling overrides an earlier one (docs/product.md#rules-of-a-feed).
 */
export function compileRules(feed: Rules): (game: RuledGame) => Ruling[] {
  let names = arrangement()
  let rulingsOf = compileNow(feed)
  return (game) => {
    // Operators may rename and merge categories and tags during a run.
    if (names !== arrangement()) {
      names = arrangement()
      rulingsOf = compileNow(feed)
    }
    return rulingsOf(game)
  }
}

/** Compiles the rules with the current names of categories and tags. */
function compileNow(feed: Rules): (game: RuledGame) => Ruling[] {
  const finder = createPhraseFinder()
  const compiled: { matches: Matches; ruling: Ruling }[] = [
    ...(feed.usesDefaultRules ? DEFAULT_RULES : []).map((rule) => ({
      matches: compileDefault(rule, finder),
      ruling: { rule: rule.name, ...rule.set },
    })),
    ...feed.rules
      .map(currentRule)
      .map((rule) => ({ matches: compileRule(rule, finder), ruling: { rule: rule.name, ...rule.set } })),
  ]
  return (game) => {
    const found = findIn(game, finder)
    return compiled.filter(({ matches }) => matches(game, found)).map(({ ruling }) => ruling)
  }
}

function findIn(game: RuledGame, finder: Finder): Found {
  const title = finder.count(game.title)
  const labels: Counts = new Map()
  for (const label of [game.raw_category ?? '', ...game.categories, ...tagsOf(game)]) finder.count(label, labels)
  const all = finder.count(game.description, new Map(title))
  for (const [phrase, times] of labels) all.set(phrase, (all.get(phrase) ?? 0) + times)
  return { title, labels, all }
}

/** The words of a tag count even if operators merged the tag into one without them. */
function tagsOf({ tags, replaced_tags: replaced = [] }: RuledGame): string[] {
  return [...tags, ...replaced]
}

/** Compiles an operator's rule. It needs at least one condition, and a game must match all of them. */
function compileRule({ when }: FeedRule, finder: Finder): Matches {
  const { words, categories, tags, hosts, smallerThan, hasNoPicture, phones } = when
  const conditions: Matches[] = []
  if (words) {
    const phrases = phrasesOf(words, finder)
    conditions.push((_game, found) => phrases.some((phrase) => found.all.has(phrase)))
  }
  if (categories) {
    const wanted = labelsOf(categories, currentName)
    conditions.push((game) => {
      const own = [...(game.raw_category ?? '').split(','), ...game.categories]
      return own.some((category) => wanted.has(foldLabel(category)))
    })
  }
  if (tags) {
    const wanted = labelsOf(tags, spelledTag)
    conditions.push((game) => tagsOf(game).some((tag) => wanted.has(foldLabel(tag))))
  }
  if (hosts) {
    const wanted = hosts.map((host) => host.toLowerCase())
    conditions.push((game) => {
      const name = URL.parse(game.url)?.hostname ?? ''
      return wanted.some((host) => name === host || name.endsWith(`.${host}`))
    })
  }
  if (smallerThan !== undefined)
    conditions.push(({ width, height }) => [width, height].some((side) => side !== null && side < smallerThan))
  if (hasNoPicture) conditions.push((game) => game.image_url === null)
  if (phones !== undefined) conditions.push((game) => game.plays_on_phones === phones)
  return (game, found) => conditions.length > 0 && conditions.every((matches) => matches(game, found))
}

function compileDefault({ clues, except, unless }: DefaultRule, finder: Finder): Matches {
  const exceptions = except.map((phrase) => ({ words: foldLabel(phrase).split(' '), number: finder.add(phrase) }))
  const exempt = phrasesOf(unless.title ?? [], finder)
  const exemptCategories = labelsOf(unless.categories ?? [], currentName)
  const compiled = clues.map((clue) => compileClue(clue, exceptions, finder))
  return (game, found) =>
    !exempt.some((phrase) => found.title.has(phrase)) &&
    !game.categories.some((category) => exemptCategories.has(foldLabel(category))) &&
    compiled.some((matches) => matches(game, found))
}

function compileClue(clue: Clue, exceptions: { words: string[]; number: number | null }[], finder: Finder): Matches {
  const wanted = clue.words.flatMap((word) => {
    const number = finder.add(word)
    const name = ` ${foldLabel(word)} `
    const within = exceptions.filter(({ words }) => ` ${words.join(' ')} `.includes(name))
    return number === null ? [] : [{ number, within: within.map((one) => one.number as number) }]
  })
  const company = clue.with && phrasesOf(clue.with, finder)
  return (_game, found) => {
    const counts = found[clue.in]
    return (
      wanted.some(({ number, within }) => {
        const excepted = within.reduce((sum, phrase) => sum + (counts.get(phrase) ?? 0), 0)
        return (counts.get(number) ?? 0) > excepted
      }) &&
      (!company || company.some((phrase) => found.all.has(phrase)))
    )
  }
}

function phrasesOf(words: readonly string[], finder: Finder): number[] {
  return words.map((word) => finder.add(word)).filter((number) => number !== null)
}

/** Returns labels as rules name them, which may be how a feed spells them, and as the portal now names them. */
function labelsOf(labels: readonly string[], nameNow: (label: string) => string): Set<string> {
  return new Set([...labels, ...labels.map(nameNow)].map(foldLabel).filter(Boolean))
}
