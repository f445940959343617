import { useRevalidator } from 'react-router'
import { useAction } from '../forms/use-action.ts'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { blockHref, BLOCK_MESSAGES } from './player-rules.ts'

/**
 * Returns functions that block and unblock a player and show the result. Afterwards the page data is reloaded, unless
 * `onChanged` is given: after a block, the page of that player's post would become an error page.
 */
export function useBlock(username: string, onChanged?: () => Promise<void>) {
  const { revalidate } = useRevalidator()
  const { isBusy, act } = useAction()

  const change = (isWanted: boolean) =>
    act({
      method: isWanted ? 'PUT' : 'DELETE',
      path: blockHref(username),
      failed: BLOCK_MESSAGES.failed,
      onDone: async () => {
        await (onChanged ?? revalidate)()
        focusIfLost()
        showToast({ title: `You have ${isWanted ? 'blocked' : 'unblocked'} ${username}` })
      },
    })

  return { isBusy, block: () => change(true), unblock: () => change(false) }
}
