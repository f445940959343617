import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { countOf, formatCount } from '../lib/text.ts'
import { type Look, purchaseHref } from './shop-rules.ts'
import { useShop } from './use-shop.ts'

type Props = { item: string; name: string; price: number; total: number; look?: Look }

/** How long the button ignores presses after the first, in ms. Otherwise a double click would buy. */
const DOUBLE_CLICK_MS = 500

/**
 * A button that buys an item on the second press, since purchases are final. A press or the focus elsewhere in between
 * resets it. If the player has too few credits, it shows how many are missing instead.
 */
export function BuyForm({ item, name, price, total, look }: Props) {
  const { isBusy, buy } = useShop()
  const [step, setStep] = useState<'offer' | 'pressed' | 'confirm'>('offer')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (step !== 'pressed') return
    const timer = setTimeout(() => setStep('confirm'), DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [step])
  // Safari does not focus a button that is pressed, so the button has no focus to lose.
  useEffect(() => {
    if (step === 'offer') return
    const reset = ({ target }: PointerEvent) => !form.current?.contains(target as Node) && setStep('offer')
    document.addEventListener('pointerdown', reset)
    return () => document.removeEventListener('pointerdown', reset)
  }, [step])
  if (total < price) {
    return (
      <p className="shop-short">
        <b>{formatCount(price)} credits</b>
        <span>{formatCount(price - total)} more to go</span>
      </p>
    )
  }
  const words = isBusy ? 'Buying...' : `${step === 'offer' ? 'Buy for' : 'Sure?'} ${formatCount(price)}`
  return (
    <form
      ref={form}
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
        aria-label={`${words}: ${name}`}
      >
        {words}
      </Button>
      <span role="status" className="sr-only">
        {step === 'confirm' && `Press again to buy ${name} for ${countOf(price, 'credit')}`}
      </span>
    </form>
  )
}
