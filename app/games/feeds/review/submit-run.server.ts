import { href } from 'react-router'
import { runOperatorForm, type Submission } from '../../../accounts/operators/run-operator-form.server.ts'
import { fieldText, readForm, refuseForm, refuseIntent } from '../../../forms/read-form.ts'
import { formDone, type Missing, wantsPage } from '../../../server/http/responses.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { noFields } from '../../management/bulk/bulk-rules.ts'
import { applyRun, answerDelisting, cancelRun, chooseEntries, discardRun } from '../runs/act-on-run.server.ts'
import { type EntrySelection, ENTRIES_ON_PLAN_PAGE } from '../runs/feed-run.ts'
import { PLAN_KINDS } from './plan-kinds.ts'
import { answerRules, applyRules, choiceRules, pageChoiceRules, RUN_DONE } from './run-forms-rules.ts'

export const NO_RUN: Missing = {
  name: 'No such run',
  title: 'Run not found',
  text: 'There is no run with this number. Its feed may have been deleted.',
  action: { label: 'All feeds', href: href('/admin/feeds') },
}

type Sent = { request: Request; form: FormData; operator: Player; id: number }

/** Handles the forms on the page of a run, and returns the response. */
export async function submitRun({ request, form, operator, id }: Sent) {
  const { search } = new URL(request.url)
  const submission = { request, form, redirectTo: href('/admin/feeds/runs/:id', { id: String(id) }) + search }
  switch (fieldText(form, 'intent')) {
    case 'choose':
      return submitPage(submission, id)
    case 'choose-all':
      return runOperatorForm(submission, {
        rules: choiceRules,
        done: RUN_DONE.chosen,
        run: ({ of, isChosen }) => chooseEntries(id, { ...selectionOf(of), isChosen: isChosen === 'yes' }),
      })
    case 'apply':
      return runOperatorForm(submission, {
        rules: applyRules,
        done: RUN_DONE.applied,
        run: ({ chosen, confirmDelisting }) =>
          applyRun(operator, id, { chosen, confirmDelisting: confirmDelisting === 'yes' }),
      })
    case 'answer':
      return runOperatorForm(submission, {
        rules: answerRules,
        done: RUN_DONE.answered,
        run: ({ answer }) => answerDelisting(operator, id, answer === 'yes'),
      })
    case 'discard':
      return runOperatorForm(submission, {
        rules: noFields,
        done: RUN_DONE.discarded,
        run: () => discardRun(operator, id),
      })
    case 'cancel':
      return runOperatorForm(submission, {
        rules: noFields,
        done: RUN_DONE.cancelled,
        run: () => cancelRun(operator, id),
      })
    default:
      return refuseIntent()
  }
}

/**
 * Saves the ticks that an operator has changed on a page, and no others: another operator may have changed those since.
 * With JavaScript this happens on each change, so no toast confirms it.
 */
async function submitPage({ request, form, redirectTo }: Submission, id: number) {
  const { values, errors, refuse } = readForm(pageChoiceRules, form)
  if (errors) return refuse(errors)
  const ticked = positionsIn(form.getAll('chosen'))
  const was = positionsIn(values.was.split(','))
  const isDifferent = (position: number) => was.includes(position) !== ticked.includes(position)
  const changed = values.touched ? positionsIn(values.touched.split(',')) : [...was, ...ticked].filter(isDifferent)
  const chosen = changed.filter((position) => ticked.includes(position))
  const others = changed.filter((position) => !ticked.includes(position))
  const results = [
    await chooseEntries(id, { positions: chosen, isChosen: true }),
    await chooseEntries(id, { positions: others, isChosen: false }),
  ]
  if (results.some(({ outcome }) => outcome !== 'done')) return refuseForm(NOT_PLANNED, 409)
  return formDone(request, redirectTo, wantsPage(request) ? RUN_DONE.chosen : '')
}

const NOT_PLANNED = 'This plan can no longer be changed. Reload to see what happened to it'

/** At most as many as one page has. */
function positionsIn(texts: FormDataEntryValue[]): number[] {
  return [...new Set(texts)]
    .filter((text) => typeof text === 'string' && /^\d{1,9}$/.test(text))
    .slice(0, ENTRIES_ON_PLAN_PAGE)
    .map(Number)
}

function selectionOf(of: string): EntrySelection {
  const kind = PLAN_KINDS.find((one) => one === of)
  if (kind) return { kind }
  return of === 'duplicates' || of === 'ruled' ? { filter: of } : { all: true }
}
