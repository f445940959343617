import { useState } from 'react'
import { tellCredits } from '../credits/fresh-credits.ts'
import { send, SendError } from '../forms/send.ts'
import { countOf } from '../lib/text.ts'
import { focusIfLost } from '../ui/focus-if-lost.ts'
import { showToast } from '../ui/toast.tsx'
import { type Look, purchaseHref, SHOP_MESSAGES, wornHref } from './shop-rules.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Buys, puts on and takes off; then the page and the header show it, and a toast says it with the balance. */
export function useShop() {
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)

  /** `item` is the place that keeps the keyboard: its button may give way to another. */
  async function change(item: string, act: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await act()
      await refresh()
      focusIfLost(() => document.querySelector<HTMLElement>(`[data-item="${item}"] button`))
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      // Of a session that was ended elsewhere the shell tells.
      if (error.status !== 401) showToast({ title: SHOP_MESSAGES.failed, text: error.message, tone: 'error' })
      // Another tab may have spent what this page still shows.
      if (error.status === 409) void refresh()
    } finally {
      setBusy(false)
    }
  }

  const wear = (look: Look, isWanted: boolean): Promise<void> =>
    change(look.id, async () => {
      await send(isWanted ? 'PUT' : 'DELETE', wornHref(look.id))
      showToast({ title: isWanted ? `You wear ${look.name}` : `${look.name} is off` })
    })

  const buy = (item: string, name: string, look?: Look): Promise<void> =>
    change(look?.id ?? 'rest', async () => {
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
