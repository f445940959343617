import type { ReactNode } from 'react'
import { href, useFetchers } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount } from '../../../lib/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, FormError } from '../../../ui/fields/field.tsx'
import type { FeedRun, PlanPage } from '../runs/feed-run.ts'
import { answerRules, applyRules } from './run-forms-rules.ts'

/** Applies or discards a plan. Asks about missing games if the feed became much shorter. */
export function ApplyBar({ run, plan }: { run: FeedRun; plan: PlanPage }) {
  const form = useForm(applyRules, { intent: 'apply' })
  // The button shows the number of changes before the choice that is being saved.
  const isChoosing = useFetchers().some(({ formData }) => CHOICES.has(formData?.get('intent')))
  const { can, delistQuestion, counts } = run
  // There is nothing left to apply, so only the button that discards the plan is shown.
  const isEmpty = run.state === 'planned' && plan.chosen === 0 && !delistQuestion
  const canApply = can.apply && !isEmpty
  return (
    <div className="apply-bar">
      {isEmpty && <p>No changes are selected. Tick the ones that you want to apply, or discard the plan.</p>}
      {canApply && (counts?.new ?? 0) > 0 && <p>{newGamesText(run)}</p>}
      {delistQuestion && can.apply && (
        <p className="note" data-tone="question">
          {delistQuestion}. If you leave the box unticked, the missing games are not delisted, and you can decide later.
        </p>
      )}
      <div className="buttons">
        {canApply && (
          <Form of={form} className="apply-form">
            <input type="hidden" name="chosen" value={plan.chosen} />
            {delistQuestion && (
              <Checkbox {...form.box('confirmDelisting')} value="yes">
                {countOf(counts?.delisted ?? 0, 'game has', 'games have')} really left the feed
              </Checkbox>
            )}
            <Submit of={form} look="primary" busy="Applying..." disabled={isChoosing}>
              {applyLabel(run, plan)}
            </Submit>
            <FormError error={form.error} />
          </Form>
        )}
        {can.discard && <DiscardForm />}
      </div>
    </div>
  )
}

/** The intents of the forms that choose entries of the plan. */
const CHOICES = new Set<unknown>(['choose', 'choose-all'])

function applyLabel({ state, delistQuestion }: FeedRun, { chosen }: PlanPage): string {
  if (state !== 'planned') return 'Continue'
  // The number of changes depends on the answer.
  if (delistQuestion) return 'Apply the plan'
  return `Apply ${countOf(chosen, 'change')}`
}

function newGamesText({ mode, counts }: FeedRun): string {
  const text = mode === 'publish' ? 'New games will be public at once' : 'New games will be held for review'
  return `${text}${counts?.ruled ? ', unless a rule decides otherwise' : ''}.`
}

function DiscardForm() {
  const form = useForm(null, { intent: 'discard' })
  return (
    <Form of={form} className="console-form">
      <Submit of={form} look="quiet" busy="Discarding...">
        Discard the plan
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** Asks whether games missing from a much shorter feed should be delisted. */
export function DelistQuestion({ run }: { run: FeedRun }) {
  const missing = formatCount(run.counts?.delisted ?? 0)
  return (
    <section className="console-card run-question" aria-labelledby="question">
      <h2 id="question">Have the missing games left the feed?</h2>
      <p>{run.delistQuestion}.</p>
      <div className="buttons">
        <Answer answer="yes">Yes, delist {missing}</Answer>
        <Answer answer="no">No, the feed was incomplete</Answer>
      </div>
    </section>
  )
}

function Answer({ answer, children }: { answer: 'yes' | 'no'; children: ReactNode }) {
  const form = useForm(answerRules, { intent: 'answer' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="answer" value={answer} />
      <Submit of={form} look={answer === 'yes' ? 'destructive' : 'secondary'} busy="Saving...">
        {children}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** The link to the page that confirms an undo. */
export function UndoLink({ id }: { id: number }) {
  return (
    <ButtonLink look="outline" href={href('/admin/feeds/runs/:id/undo', { id: String(id) })}>
      Undo this run...
    </ButtonLink>
  )
}
