import { updateCredits } from '../credits/fresh-credits.ts'
import { useAction } from '../forms/use-action.ts'
import { countOf } from '../lib/text.ts'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { type Look, purchaseHref, SHOP_MESSAGES, wornHref } from './shop-rules.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/**
 * Returns functions that buy an item, and that start or stop the use of a look. Afterwards they refresh the page and
 * header, and show a toast.
 */
export function useShop() {
  const refresh = useRefresh()
  const { isBusy, act } = useAction()

  /**
   * Sends a change. `item` is the card whose button gets the focus afterwards, since the pressed button is disabled
   * meanwhile, and may be replaced.
   */
  function change<Answer>(
    item: string,
    method: 'PUT' | 'DELETE',
    path: string,
    onDone: (answer: Answer) => void,
  ): void {
    const restoreFocus = () => focusIfLost(() => document.querySelector<HTMLElement>(`[data-item="${item}"] button`))
    act<Answer>({
      method,
      path,
      failed: SHOP_MESSAGES.failed,
      onDone: async (answer) => {
        onDone(answer)
        await refresh()
        restoreFocus()
      },
      onFailure: async ({ status }) => {
        // Another tab may have spent credits that this page still shows.
        if (status === 409) await refresh()
        restoreFocus()
      },
    })
  }

  const wear = (look: Look, isWanted: boolean) =>
    change(look.id, isWanted ? 'PUT' : 'DELETE', wornHref(look.id), () =>
      showToast({ title: isWanted ? `You are using ${look.name}` : `You stopped using ${look.name}` }),
    )

  const buy = (item: string, name: string, look?: Look) =>
    change<{ total: number }>(look?.id ?? 'rest', 'PUT', purchaseHref(item), ({ total }) => {
      updateCredits(total)
      showToast({
        title: `${name} is yours`,
        text: `You have ${countOf(total, 'credit')} left.`,
        ...(look && { action: { label: 'Use it', onClick: () => wear(look, true) } }),
      })
    })

  return { isBusy, buy, wear }
}
