import { useRevalidator } from 'react-router'
import { useAction } from '../forms/use-action.ts'
import { focusIfLost } from '../ui/focus-if-lost.ts'
import { showToast } from '../ui/toast.tsx'
import { blockHref, BLOCK_MESSAGES } from './player-rules.ts'

/**
 * Blocks and unblocks a player, and says what came of it. Then the page is loaded anew; or `onChanged` is called, where it is to stay as
 * it is for now: a post of somebody who was just blocked is there no more.
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
