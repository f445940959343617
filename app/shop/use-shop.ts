import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { tellCredits } from '../credits/fresh-credits.ts'
import { send, SendError } from '../forms/send.ts'
import { countOf } from '../lib/text.ts'
import { focusIfLost } from '../ui/focus-if-lost.ts'
import { showToast } from '../ui/toast.tsx'
import { type Look, purchaseHref, SHOP_MESSAGES, wornHref } from './shop-rules.ts'

/** Buys, puts on and takes off; then the page and the header show it, and a toast says it with the balance. */
export function useShop() {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function change(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await act()
      await revalidate()
      focusIfLost()
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      // Of a session that was ended elsewhere the shell tells.
      if (error.status !== 401) showToast({ title: SHOP_MESSAGES.failed, text: error.message, tone: 'error' })
      // Another tab may have spent what this page still shows.
      if (error.status === 409) void revalidate()
    } finally {
      setBusy(false)
    }
  }

  const wear = (look: Look, isWanted: boolean): Promise<void> =>
    change(async () => {
      await send(isWanted ? 'PUT' : 'DELETE', wornHref(look.id))
      showToast({ title: isWanted ? `You wear ${look.name}` : `${look.name} is off` })
    })

  const buy = (item: string, name: string, look?: Look): Promise<void> =>
    change(async () => {
      const { total } = await send<{ total: number }>('PUT', purchaseHref(item))
      tellCredits(total)
      showToast({
        title: `${name} is yours`,
        text: `You have ${countOf(total, 'credit')} left.`,
        ...(look && { action: { label: 'Wear it', onClick: () => void wear(look, true) } }),
      })
    })

  return { isBusy, buy, wear }
}
