import { data, isRouteErrorResponse } from 'react-router'
import { loginHrefHere } from '../accounts/login-href.ts'
import { showToast } from '../ui/toast.tsx'

/** What an action gives: null, or a sentence for each field that is wrong; `form` stands for the whole. */
type Outcome = { errors: Record<string, string | undefined> | null }

const NO_ANSWER = 'There is no connection just now. Please try again in a moment.'

/**
 * For a route's `clientAction`: sends what was submitted and says in a toast what became of it. A refusal, also one by
 * an error or by no answer at all, comes back to the form, which stays as it is; nothing else is loaded anew then, so that
 * what was typed is still there when the session has ended elsewhere.
 */
export async function sayOutcome<Result extends Outcome>(
  serverAction: () => Promise<Result>,
  words: { done?: string; failed: string },
) {
  try {
    const result = await serverAction()
    if (!result.errors) {
      if (words.done) showToast({ title: words.done })
      return result
    }
    showToast({ title: firstOf(result.errors) ?? words.failed, tone: 'error' })
    return data(result, 400)
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return refused(thrown, words.failed)
  }
}

function refused(thrown: unknown, failed: string) {
  const status = isRouteErrorResponse(thrown) ? thrown.status : 0
  const said = isRouteErrorResponse(thrown) ? sentenceOf(thrown.data) : NO_ANSWER
  showToast({
    title: said || failed,
    tone: 'error',
    ...(status === 401 && { action: { label: 'Login', href: loginHrefHere() } }),
  })
  return data({ errors: { form: said || failed } }, status || 503)
}

function sentenceOf(answer: unknown): string {
  return typeof answer === 'string' && answer.length < 200 ? answer.trim() : ''
}

function firstOf(errors: Record<string, string | undefined>): string | undefined {
  return Object.values(errors).find(Boolean)
}
