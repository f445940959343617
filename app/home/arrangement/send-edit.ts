import { sendForm } from '../../forms/send-form.ts'
import { HOME_PAGE_DONE } from './arrangement-rules.ts'

/**
 * Like `sendForm`, but without a toast for each change of the draft: the page shows the result. Removals have a toast,
 * since the focused button disappears with what it removes.
 */
export function sendEdit<Answer extends object>(serverAction: () => Promise<Answer>) {
  return sendForm(async () => {
    const answer = await serverAction()
    const isEdit = (answer as { message?: string }).message === HOME_PAGE_DONE.edited
    return isEdit ? { ...answer, message: undefined } : answer
  })
}
