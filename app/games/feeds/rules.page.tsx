import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { listCategories } from '../arrangement/known-categories.ts'
import type { Route } from './+types/rules.page'
import { FeedFrame } from './edit/feed-frame.tsx'
import { DefaultRulesCard } from './edit/default-rules-card.tsx'
import { RuleCard } from './edit/rule-card.tsx'
import { RuleMatches } from './edit/rule-matches.tsx'
import { submitRules } from './edit/submit-rules.server.ts'
import { NEW_FEED_BYTES } from './feed-form-rules.ts'
import { findFeed, NO_FEED } from './find-feed.server.ts'
import { listProviders } from './providers/find-provider.server.ts'
import { listRuleMatches } from './rules/rule-matches.server.ts'
import { RULE_LIMITS } from './rules/rule-form-rules.ts'
import '../../accounts/operators/console.css'
import '../management/edit/managed-game.css'
import './feeds.css'
import './edit/feed.css'
import './edit/rules.css'
import './review/plan.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const id = idOf(params.id, NO_FEED)
  const query = new URL(request.url).searchParams
  const after = afterIn(query)
  const [feed, providers] = await Promise.all([findFeed(id), listProviders()])
  return {
    feed,
    provider: providers.find(({ name }) => name === feed.provider)?.label ?? feed.provider,
    // Loaded only on request, because it reads many games.
    matches: query.has('review') ? await listRuleMatches(feed, { rule: query.get('rule'), after }) : null,
    after,
    categories: listCategories().map(({ name }) => name),
  }
}

/** The id after which the page of games begins; 0 for the first page. */
function afterIn(query: URLSearchParams): number {
  const after = Number(query.get('after'))
  return Number.isInteger(after) && after > 0 && after <= MAX_ID ? after : 0
}

const MAX_ID = 2_147_483_647

/** Adds, changes, moves or removes a rule, or applies one to existing games (docs/product.md#rules-of-a-feed). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const id = idOf(params.id, NO_FEED)
  return submitRules({ request, form: await formOf(request, NEW_FEED_BYTES), operator, id })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failedTitle: 'Not saved' })
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: loaderData ? `Rules of ${loaderData.feed.name}` : 'Rules',
    description: 'Edit the rules for games of a feed.',
    path: href('/admin/feeds/:id/rules', params),
    noindex: true,
  })
}

/** The rules of a feed, and the existing games that they match. */
export default function RulesPage({ loaderData }: Route.ComponentProps) {
  const { feed, provider, matches, after, categories } = loaderData
  const { id, version, rules } = feed
  const shared = { count: rules.length, version, categories }
  return (
    <FeedFrame feed={feed} provider={provider}>
      <p className="rules-text">
        Rules apply to new games of this feed, in this order; a later rule wins. A rule matches a game that meets all of
        its conditions.
      </p>
      <div className="rules" key={id}>
        <DefaultRulesCard isOn={feed.usesDefaultRules} feedId={id} />
        {/* No two rules of a feed have the same name. */}
        {rules.map((rule, index) => (
          <RuleCard key={rule.name} rule={rule} index={index} {...shared} />
        ))}
        {rules.length < RULE_LIMITS.rules && <RuleCard rule={null} index={rules.length} {...shared} />}
      </div>
      <RuleMatches feedId={id} matches={matches} after={after} />
    </FeedFrame>
  )
}
