import { useRevalidator } from 'react-router'
import { useAction } from '../forms/use-action.ts'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { blockHref, BLOCK_MESSAGES } from './player-rules.ts'

/**
 * Blocks and unblocks a player and shows the result. Then reloads the page data, or calls `onChanged` if the page must
 * stay for now: the page of a blocked player's post no longer exists.
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
