import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../lib/text.ts'
import { type Look, purchaseHref } from './shop-rules.ts'
import { useShop } from './use-shop.ts'

type Props = { item: string; name: string; price: number; total: number; look?: Look }

/** How long the button ignores presses after the first, in ms. Otherwise a double click would buy. */
const DOUBLE_CLICK_MS = 500

/** How long the button then waits for the second press, in ms. */
const CONFIRM_MS = 5000

/**
 * A button that buys an item on the second press, since purchases are final. If the player has too few credits, it
 * shows how many are missing instead.
 */
export function BuyForm({ item, name, price, total, look }: Props) {
  const { isBusy, buy } = useShop()
  const [step, setStep] = useState<'offer' | 'pressed' | 'confirm'>('offer')
  useEffect(() => {
    if (step === 'offer') return
    const timer =
      step === 'pressed'
        ? setTimeout(() => setStep('confirm'), DOUBLE_CLICK_MS)
        : setTimeout(() => setStep('offer'), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [step])
  if (total < price) {
    return (
      <p className="shop-short">
        <b>{formatCount(price)} credits</b>
        <span>{formatCount(price - total)} more to go</span>
      </p>
    )
  }
  return (
    <form
      method="post"
      action={purchaseHref(item)}
      onSubmit={(event) => {
        event.preventDefault()
        if (step === 'offer') setStep('pressed')
        if (step !== 'confirm') return
        setStep('offer')
        buy(item, name, look)
      }}
    >
      <Button
        type="submit"
        look={step === 'offer' ? 'secondary' : 'primary'}
        disabled={isBusy}
        onBlur={() => setStep('offer')}
        // While Enter is held down, the browser repeats it.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        aria-label={`${step === 'confirm' ? 'Press again to buy' : 'Buy'} for ${formatCount(price)}: ${name}`}
      >
        {isBusy ? 'Buying...' : `${step === 'offer' ? 'Buy for' : 'Sure?'} ${formatCount(price)}`}
      </Button>
    </form>
  )
}
