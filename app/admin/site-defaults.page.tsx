import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE, decisionRules } from '../moderation/decision-rules.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/site-defaults.page'
import { answerDecision } from './answer-decision.server.ts'
import { readSiteWords, resetSiteWords } from './save-site-words.server.ts'
import { ResetForm } from './site-reset-form.tsx'
import './moderation.css'
import './site.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  const { isChanged, seen } = await readSiteWords()
  return { isChanged, seen }
}

/** Puts the site's own words in place of what operators have changed. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const { values, errors, refuse } = readForm(decisionRules, await formOf(request))
  if (errors) return refuse(errors)
  return answerDecision(request, await resetSiteWords({ operator, seen: values.seen }), 'siteReset', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.siteReset })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Back to the site’s own words',
    description: 'Takes back what operators have changed.',
    path: href('/admin/site/defaults'),
    noindex: true,
  })
}

/** Asks before all changes are taken back. */
export default function SiteDefaultsPage({ loaderData: { isChanged, seen } }: Route.ComponentProps) {
  return (
    <div className="site-words">
      <h1 className="text-(length:--t-2xl)">Words of the site</h1>
      {isChanged ? <ResetForm seen={seen} /> : <p>The site speaks its own words: there is nothing to take back.</p>}
      <ButtonLink href={href('/admin/site')}>Back to the words</ButtonLink>
    </div>
  )
}
