import type { z } from 'zod/mini'
import type { ActOutcome } from '../../accounts/operators/audit-log.server.ts'
import { runOperatorForm, type Submission } from '../../accounts/operators/run-operator-form.server.ts'
import { fieldText, readForm, refuseIntent } from '../../forms/read-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { moveItem, putInOrder, removeRow, renameRow, switchRow, unpinAll, unpinGame } from './arrangement-edits.ts'
import {
  ALL_ROWS,
  collectionRules,
  gameRules,
  HOME_PAGE_DONE,
  listRules,
  moveRules,
  noRules,
  orderRules,
  publishRules,
  renameRules,
  restoreRules,
  rowId,
  rowRules,
  switchRules,
} from './arrangement-rules.ts'
import { addCollectionRow, pinExistingGame } from './choose.server.ts'
import { discardDraft, editDraft } from './drafts.server.ts'
import { keepDraft, publishDraft, restoreVersion } from './versions.server.ts'

/**
 * Handles all forms of the home page's console: changes to the operator's draft, and to what visitors see. Without
 * JavaScript, the browser is redirected to `page`, at the changed row if the page shows it.
 */
export async function submitArrangement(request: Request, operator: Player, page: string) {
  const form = await formOf(request)
  const row = fieldText(form, 'row') || (fieldText(form, 'list') === ALL_ROWS ? fieldText(form, 'item') : '')
  const redirectTo = /^[a-z0-9:-]+$/.test(row) ? `${page}#${rowId(row)}` : page
  const intent = fieldText(form, 'intent')
  if (!Object.hasOwn(FORMS, intent)) return refuseIntent()
  return FORMS[intent as keyof typeof FORMS]({ request, form, redirectTo }, operator)
}

function formFor<Shape extends z.core.$ZodShape>(
  rules: z.ZodMiniObject<Shape>,
  done: string,
  run: (operator: Player, values: z.output<z.ZodMiniObject<Shape>>) => Promise<ActOutcome>,
) {
  return (submission: Submission, operator: Player) =>
    runOperatorForm(submission, { rules, done, run: (values) => run(operator, values) })
}

/** Like `formFor`, for forms that are refused if another operator has published a version in the meantime. */
function versionForm<Shape extends z.core.$ZodShape>(
  rules: z.ZodMiniObject<Shape>,
  done: string,
  run: (operator: Player, values: z.output<z.ZodMiniObject<Shape>>) => Promise<ActOutcome>,
) {
  return async (submission: Submission, operator: Player) => {
    const { values, errors, refuse } = readForm(rules, submission.form)
    if (errors) return refuse(errors)
    const result = await run(operator, values as NonNullable<typeof values>)
    if (result.outcome !== 'decided') return runOperatorForm(submission, { rules, done, run: async () => result })
    return refuse({ form: `${result.who} ${result.act} a newer version of the home page. Check it first` }, 409)
  }
}

const { edited, removed, published, discarded, kept, restored } = HOME_PAGE_DONE

/** The forms by their `intent`. */
const FORMS = {
  order: formFor(orderRules, edited, (by, { list, order }) => editDraft(by, putInOrder(list, order.split(',')))),
  move: formFor(moveRules, edited, (by, { list, item, to }) => editDraft(by, moveItem(list, item, to))),
  switch: formFor(switchRules, edited, (by, { row, to }) => editDraft(by, switchRow(row, to === 'off'))),
  rename: formFor(renameRules, edited, (by, { row, title }) => editDraft(by, renameRow(row, title))),
  pin: formFor(gameRules, edited, (by, { list, game }) => pinExistingGame(by, list, game)),
  unpin: formFor(gameRules, removed, (by, { list, game }) => editDraft(by, unpinGame(list, game))),
  'unpin-all': formFor(listRules, removed, (by, { list }) => editDraft(by, unpinAll(list))),
  add: formFor(collectionRules, edited, (by, { collection }) => addCollectionRow(by, collection)),
  remove: formFor(rowRules, removed, (by, { row }) => editDraft(by, removeRow(row))),
  publish: versionForm(publishRules, published, (by, { seen }) => publishDraft(by, seen)),
  discard: formFor(noRules, discarded, (by) => discardDraft(by)),
  keep: versionForm(publishRules, kept, (by, { seen }) => keepDraft(by, seen)),
  restore: versionForm(restoreRules, restored, (by, { version, seen }) => restoreVersion(by, version, seen)),
}
