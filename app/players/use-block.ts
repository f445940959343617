import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { send, SendError } from '../forms/send.ts'
import { showToast } from '../ui/toast.tsx'
import { blockHref, BLOCK_MESSAGES } from './player-rules.ts'

/** Blocks and unblocks a player, and says what came of it. `onChanged` is called once the page shows it. */
export function useBlock(username: string, onChanged?: () => void) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function change(isWanted: boolean): Promise<void> {
    setBusy(true)
    try {
      await send(isWanted ? 'PUT' : 'DELETE', blockHref(username))
      await revalidate()
      showToast({ title: `You have ${isWanted ? 'blocked' : 'unblocked'} ${username}` })
      onChanged?.()
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
