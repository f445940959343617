import { href } from 'react-router'
import { formatMoment } from '../lib/dates.ts'
import { DECISION_CHANGED, DECISION_DONE, DECISION_GONE, type DecisionDone } from '../moderation/decision-rules.ts'
import type { Outcome } from '../moderation/decide.server.ts'
import { readSubject, type Subject } from '../moderation/subject.server.ts'
import { findThing, type Thing } from '../moderation/things.server.ts'
import { answerDone, notFound } from '../server/answers.server.ts'

/**
 * Answers an operator's form: who has no script goes on to a page of moderation that says what was done; where another operator was
 * faster, `refuse` answers with who did what, when; where the author edited the text meanwhile, it says so.
 */
export function answerDecision<Refused>(
  request: Request,
  outcome: Outcome,
  done: DecisionDone,
  refuse: (errors: { form: string }, status: number) => Refused,
) {
  if (outcome.outcome === 'done') return answerDone(request, PAGES[done], DECISION_DONE[done])
  if (outcome.outcome === 'gone') return refuse({ form: DECISION_GONE }, 404)
  if (outcome.outcome === 'changed') return refuse({ form: DECISION_CHANGED }, 409)
  const { who, act, at } = outcome
  return refuse({ form: `${who} was faster: ${act}, ${formatMoment(at)}. Load the page again to go on` }, 409)
}

/** What a request's query names; throws a 404 where it names nothing. */
export function subjectOf(request: Request): Subject {
  const subject = readSubject(new URL(request.url).searchParams)
  if (!subject) throw noSuchThing()
  return subject
}

/** The same as operators see it; throws a 404 where it is not there any more. */
export async function loadThing(request: Request): Promise<Thing> {
  const thing = await findThing(subjectOf(request))
  if (!thing) throw noSuchThing()
  return thing
}

/** The id in a query by which a list is turned; null, for the newest, where there is none. */
export function readBefore(request: Request): number | null {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return Number.isInteger(before) && before > 0 && before < 2 ** 31 ? before : null
}

export function noSuchThing() {
  return notFound({
    name: 'Not there any more',
    title: 'This is not there any more',
    text: 'Its author has deleted it, or there never was such a thing.',
    action: { label: 'Back to moderation', href: href('/admin/moderation') },
  })
}

/** Where it is seen that something was done. */
const PAGES: Record<DecisionDone, string> = {
  approved: '/admin/moderation',
  removed: '/admin/moderation',
  restored: '/admin/moderation/removed',
  suspended: '/admin/moderation/suspended',
  lifted: '/admin/moderation/suspended',
  words: '/admin/moderation/words',
  site: '/admin/site',
  siteReset: '/admin/site',
}
