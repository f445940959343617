import { useRef, useState } from 'react'
import { showToast } from '../ui/floating/toast.tsx'
import { NO_CONNECTION } from './failures.ts'
import { send, SendError } from './send.ts'

type Change<Answer> = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Shows an optimistic change at once, and returns the function that reverts it. */
  show?: () => () => void
  /** Called with the JSON of the response, null for none. The action stays busy until its promise resolves. */
  onDone?: (answer: Answer) => unknown
  /** Title of the toast for a failure, above the server's message. Without it a failure is silent. */
  failed?: string
  /** The toast closes when the player leaves the page. */
  ofPage?: true
  onFailure?: (error: SendError) => void
}

/**
 * For a button that changes something without leaving the page: a like, a purchase, a block, a spin.
 *
 *     const { act, isBusy } = useAction()
 *     const like = () => act({ method: 'PUT', path: likeHref(id), show, failed: 'Failed to update like' })
 *     <Button disabled={isBusy} onClick={like}>
 *
 * While a change to a path is being sent, another one to the same path is dropped. A failure reverts the optimistic
 * change and shows one toast, also for a lost connection; the shell reports an ended session (401). Nothing is
 * reloaded unless `onDone` does so. A form with fields uses `useForm` (form.tsx).
 *
 * It uses fetch. A router fetcher would reload the page's data each time, and a refusal would unmount the page, with
 * its game, for the error page.
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
  // Anything else comes from a connection that was lost during the response.
  const error = thrown instanceof SendError ? thrown : new SendError(0, NO_CONNECTION)
  if (failed && error.status !== 401) showToast({ title: failed, text: error.message, tone: 'error', ofPage })
  onFailure?.(error)
}
