import { data } from 'react-router'
import { showToast } from '../ui/toast.tsx'
import { failureOf, NO_ANSWER, tellSignedOut } from './failures.ts'
import { type FormErrors, refuseForm } from './read-form.ts'

/**
 * What is said of a form where it was taken, and where it was not and the answer has no words for it; `fault` is said of
 * every fault of the server; `failedTitle` stands above what is wrong.
 */
type Words = { done?: string; failed?: string; fault?: string; failedTitle?: string }

/**
 * For the `clientAction` of a route that takes a form: sends it, and says in a toast what became of it. No answer at all
 * and what is refused before the action is asked come back to the form as if the action had refused it; else the router would
 * put its error page in place of the form, with all that was typed into it. What is refused loads no page anew.
 */
export async function sendForm<Answer extends object>(
  serverAction: () => Promise<Answer>,
  { done, failed, fault, failedTitle }: Words = {},
) {
  try {
    const answer = await serverAction()
    const { errors } = answer as { errors?: FormErrors }
    if (errors) {
      const sentence = Object.values(errors).find(Boolean)
      if (sentence) showToast(failure(sentence, failedTitle))
      return data(answer, 400)
    }
    if (done) showToast({ title: done })
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
