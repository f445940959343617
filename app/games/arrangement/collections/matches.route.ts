import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import type { Card } from '../../cards/card.server.ts'
import type { Route } from './+types/matches.route'
import { matchRule } from './find-collections.server.ts'
import { readRule, ruleRules } from './collection-rules.ts'

/** The games that match a rule, or why the rule is invalid. */
export type MatchesAnswer = { games: number; first: Pick<Card, 'id' | 'title' | 'picture'>[] } | { why: string }

/** GET: the number of public games that match a rule and the first of them, as JSON. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  return Response.json(await answerOf(new URL(request.url).searchParams), {
    headers: { 'Cache-Control': 'private, no-store' },
  })
}

async function answerOf(query: URLSearchParams): Promise<MatchesAnswer> {
  const { data, error } = ruleRules.safeParse(Object.fromEntries(query))
  if (!data) return { why: error.issues[0]?.message ?? '' }
  const read = readRule(data)
  if (!('rule' in read)) return { why: read.why }
  const { games, first } = await matchRule(read.rule)
  return { games, first: first.map(({ id, title, picture }) => ({ id, title, picture })) }
}
