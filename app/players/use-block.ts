import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { send, SendError } from '../forms/send.ts'
import { focusIfLost } from '../ui/focus-if-lost.ts'
import { showToast } from '../ui/toast.tsx'
import { blockHref, BLOCK_MESSAGES } from './player-rules.ts'

/**
 * Blocks and unblocks a player, and says what came of it. Then the page is loaded anew; or `onChanged` is called, where it is to stay as
 * it is for now: a post of somebody who was just blocked is there no more.
 */
export function useBlock(username: string, onChanged?: () => Promise<void>) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function change(isWanted: boolean): Promise<void> {
    setBusy(true)
    try {
      await send(isWanted ? 'PUT' : 'DELETE', blockHref(username))
      await (onChanged ?? revalidate)()
      focusIfLost()
      showToast({ title: `You have ${isWanted ? 'blocked' : 'unblocked'} ${username}` })
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      // Of a session that was ended elsewhere the shell tells.
      if (error.status !== 401) showToast({ title: BLOCK_MESSAGES.failed, text: error.message, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, block: () => void change(true), unblock: () => void change(false) }
}
