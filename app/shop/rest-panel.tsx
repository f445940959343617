import { REST_PRICE, RESTS_KEPT_AT_MOST } from '../credits/credit-rules.ts'
import { BuyForm } from './buy-form.tsx'
import { restItem } from './shop-rules.ts'

type Props = { bought: number; kept: number; total: number }

/** Days' rest: how many are kept, and the next one (docs/product.md, Streak). */
export function RestPanel({ bought, kept, total }: Props) {
  return (
    <section className="shop-rest" data-item="rest" aria-labelledby="rest">
      <div>
        <h2 id="rest">A day’s rest</h2>
        <p>
          Miss one day, and it is used by itself: your streak goes on where it was. The day of rest is not counted in
          it. You keep {RESTS_KEPT_AT_MOST} at most.
        </p>
      </div>
      <p className="shop-kept">
        <span className="bulbs" aria-hidden="true">
          {Array.from({ length: RESTS_KEPT_AT_MOST }, (_, at) => (
            <i key={at} className="bulb" data-lit={at < kept ? 'full' : undefined} />
          ))}
        </span>
        {kept} of {RESTS_KEPT_AT_MOST} kept
      </p>
      {kept < RESTS_KEPT_AT_MOST && (
        <BuyForm item={restItem(bought + 1)} name="A day’s rest" price={REST_PRICE} total={total} />
      )}
    </section>
  )
}
