import { useRef, useState } from 'react'
import { showToast } from '../ui/floating/toast.tsx'
import { NO_CONNECTION } from './failures.ts'
import { send, SendError } from './send.ts'

type Change<Answer> = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Shows an optimistic change at once and returns a function that reverts it. */
  show?: () => () => void
  /**
   * Called with the response's JSON, or null if it has none. The action stays busy until the returned promise resolves.
   */
  onDone?: (answer: Answer) => unknown
  /** Title of the toast for a failure, above the server's message. Without a title, no toast is shown. */
  failed?: string
  /** If true, the toast closes when the player leaves the page. */
  ofPage?: true
  onFailure?: (error: SendError) => void
}

/**
 * Returns `act`, for a button that changes data without leaving the page, such as a like, a purchase or a block.
 *
 *     const { act, isBusy } = useAction()
 *     const like = () => act({ method: 'PUT', path: likeHref(id), show, failed: 'Failed to update like' })
 *     <Button disabled={isBusy} onClick={like}>
 *
 * While a change to a path is being sent, another change to the same path is ignored. A failure, including a lost
 * connection, reverts the optimistic change and shows one toast; the shell reports an expired session (401). The page's
 * data is not reloaded unless `onDone` does so. A form with fields uses `useForm` (form.tsx).
 *
 * `act` uses fetch. A router fetcher would reload the page's data each time, and after a refusal it would replace the
 * page and its game with the error page.
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(new Set<string>())

  async function act<Answer = null>({ method, path, body, show, onDone, ...failure }: Change<Answer>): Promise<void> {
    if (sending.current.has(path)) return
    sending.current.add(path)
    setBusy(true)
    const undo = show?.()
    try {
      const answer = await send<Answer>(method, path, body).catch((error: unknown) => {
        undo?.()
        explain(error, failure)
        return FAILURE
      })
      if (answer !== FAILURE) await onDone?.(answer as Answer)
    } finally {
      sending.current.delete(path)
      setBusy(sending.current.size > 0)
    }
  }

  return { isBusy, act: <Answer = null>(change: Change<Answer>) => void act(change) }
}

const FAILURE = Symbol('failure')

function explain(
  thrown: unknown,
  { failed, ofPage, onFailure }: Pick<Change<never>, 'failed' | 'ofPage' | 'onFailure'>,
) {
  // Any other error comes from a connection that was lost during the response.
  const error = thrown instanceof SendError ? thrown : new SendError(0, NO_CONNECTION)
  if (failed && error.status !== 401) showToast({ title: failed, text: error.message, tone: 'error', ofPage })
  onFailure?.(error)
}
