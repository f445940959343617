import { data } from 'react-router'
import { showToast } from '../ui/floating/toast.tsx'
import { failureOf, NO_CONNECTION, postSignedOut } from './failures.ts'
import { type FormErrors, refuseForm } from './read-form.ts'

type Toasts = {
  /** Shown if the response has no `message` (`formDone` sets one). */
  done?: string
  /** Shown after a failure if the response has no message. */
  failed?: string
  /** Shown for every 5xx response. */
  fault?: string
  /** The title above the message of a failure. */
  failedTitle?: string
}

/** `isFault`: the action was done, and its result is bad news. */
type Answered = { errors?: FormErrors; message?: string; isFault?: boolean }

/**
 * Sends a form from a route's `clientAction` and shows the outcome in a toast. If the connection was lost, or the
 * request was refused before the action ran, it returns a refusal as if from the action. Otherwise the router would
 * replace the form and its contents with its error page. The page's data is not reloaded after a refusal.
 */
export async function sendForm<Answer extends object>(
  serverAction: () => Promise<Answer>,
  { done, failed, fault, failedTitle }: Toasts = {},
) {
  try {
    const answer = await serverAction()
    const { errors, message = done, isFault } = answer as Answered
    if (errors) {
      const sentence = Object.values(errors).find(Boolean)
      if (sentence) showToast(failure(sentence, failedTitle))
      return data(answer, 400)
    }
    if (message) showToast({ title: message, ...(isFault && { tone: 'error' }) })
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
