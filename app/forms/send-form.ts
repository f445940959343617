import { data } from 'react-router'
import { showToast } from '../ui/floating/toast.tsx'
import { failureOf, NO_CONNECTION, postSignedOut } from './failures.ts'
import { type FormErrors, refuseForm } from './read-form.ts'

type Toasts = {
  /** For a response without a `message` (`formDone` sets one). */
  done?: string
  /** For a failure whose response carries no message. */
  failed?: string
  /** For every 5xx response. */
  fault?: string
  /** Title above a failure. */
  failedTitle?: string
}

/**
 * Sends a form from a route's `clientAction` and shows the outcome in a toast. A lost connection, or a refusal from
 * before the action ran, is returned as if the action had refused the form. Otherwise the router would replace the
 * form, and all that was typed, with its error page. A refusal reloads no data.
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
    const { status, sentence: reported } = failureOf(thrown, failed)
    const sentence = status >= 500 && reported !== NO_CONNECTION && fault ? fault : reported
    if (status === 401) postSignedOut(sentence)
    else showToast(failure(sentence, failedTitle))
    return refuseForm(sentence, status)
  }
}

function failure(sentence: string, title?: string): Parameters<typeof showToast>[0] {
  return { ...(title ? { title, text: sentence } : { title: sentence }), tone: 'error' }
}
