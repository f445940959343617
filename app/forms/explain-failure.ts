import { isRouteErrorResponse } from 'react-router'

const NO_ANSWER = 'There is no connection just now. Please try again in a moment.'

/**
 * For a route's `clientAction`: sends the form, and where no answer comes, or a refusal from below the page, gives
 * `{ error }` with a sentence to show. Else the router would put its error page in place of the form, with all that was
 * typed into it.
 */
export async function explainFailure<Answer>(serverAction: () => Promise<Answer>): Promise<Answer | { error: string }> {
  try {
    return await serverAction()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    if (!isRouteErrorResponse(failure)) return { error: NO_ANSWER }
    const text = typeof failure.data === 'string' ? failure.data.trim() : ''
    const isSentence = text !== '' && text.length < 200 && !text.startsWith('<')
    return { error: isSentence ? text : `The portal answered ${failure.status}. Please try again in a moment.` }
  }
}
