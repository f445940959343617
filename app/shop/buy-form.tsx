import { Button } from '../ui/button.tsx'
import { formatCount } from '../lib/text.ts'
import { type Look, purchaseHref } from './shop-rules.ts'
import { useShop } from './use-shop.ts'

type Props = { item: string; name: string; price: number; total: number; look?: Look }

/** Buys for a price; where credits are short it says how many more it takes. */
export function BuyForm({ item, name, price, total, look }: Props) {
  const { isBusy, buy } = useShop()
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
        void buy(item, name, look)
      }}
    >
      <Button type="submit" disabled={isBusy} aria-label={`Buy for ${formatCount(price)}: ${name}`}>
        {isBusy ? 'Buying...' : `Buy for ${formatCount(price)}`}
      </Button>
    </form>
  )
}
