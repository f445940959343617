import { data } from 'react-router'
import { showToast } from '../ui/toast.tsx'
import { failureOf, NO_ANSWER, tellSignedOut } from './failures.ts'
import { type FormErrors, refuseForm } from './read-form.ts'

type Toasts = {
  /** For a response without a `message` (`formDone` gives one). */
  done?: string
  /** For a failure whose response carries no message. */
  failed?: string
  /** For every fault of the server. */
  fault?: string
  /** Title above a failure. */
  failedTitle?: string
}

/**
 * For the `clientAction` of a route that takes a form: sends it, and shows the outcome in a toast. A lost connection, or a
 * refusal from before the action, comes back to the form as if the action had refused it; else the router would put its error
 * page in place of the form, with all that was typed into it. A refusal reloads no data.
 */
export async function sendForm<Answer extends object>(
  serverAction: () => Promise<Answer>,
  { done, failed, fault, failedTitle }: Toasts = {},
) {
  try {
    const answer = await serverAction()
    const { errors, message = done } = answer as { errors?: FormErrors; message?: string }
    if (errors) {
      const sentence = Object.values(errors).find(Boolean)
      if (sentence) showToast(failure(sentence, failedTitle))
      return data(answer, 400)
    }
    if (message) showToast({ title: message })
    return answer
  } catch (thrown) {
    const { status, sentence: told } = failureOf(thrown, failed)
    const sentence = status >= 500 && told !== NO_ANSWER && fault ? fault : told
    if (status === 401) tellSignedOut(sentence)
    else showToast(failure(sentence, failedTitle))
    return refuseForm(sentence, status)
  }
}

function failure(sentence: string, title?: string): Parameters<typeof showToast>[0] {
  return { ...(title ? { title, text: sentence } : { title: sentence }), tone: 'error' }
}
