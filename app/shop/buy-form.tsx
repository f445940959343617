import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../lib/text.ts'
import { type Look, purchaseHref } from './shop-rules.ts'
import { useShop } from './use-shop.ts'

type Props = { item: string; name: string; price: number; total: number; look?: Look }

/** How long the button waits for the second press, in ms. */
const CONFIRM_MS = 5000

/**
 * A button that buys an item on the second press, since purchases are final. If the player has too few credits, it
 * shows how many are missing instead.
 */
export function BuyForm({ item, name, price, total, look }: Props) {
  const { isBusy, buy } = useShop()
  const [isConfirming, setConfirming] = useState(false)
  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(() => setConfirming(false), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [isConfirming])
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
        setConfirming(!isConfirming)
        if (isConfirming) buy(item, name, look)
      }}
    >
      <Button
        type="submit"
        look={isConfirming ? 'primary' : 'secondary'}
        disabled={isBusy}
        onBlur={() => setConfirming(false)}
        aria-label={`${isConfirming ? 'Press again to buy' : 'Buy'} for ${formatCount(price)}: ${name}`}
      >
        {isBusy ? 'Buying...' : isConfirming ? `Sure? ${formatCount(price)}` : `Buy for ${formatCount(price)}`}
      </Button>
    </form>
  )
}
