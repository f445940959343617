import { REST_PRICE, RESTS_KEPT_AT_MOST } from '../credits/credit-rules.ts'
import { BuyForm } from './buy-form.tsx'
import { restItem } from './shop-rules.ts'

type Props = { bought: number; kept: number; total: number }

/** Streak freezes: how many are left, and the next one to buy (docs/product.md, Streak). */
export function RestPanel({ bought, kept, total }: Props) {
  return (
    <section className="shop-rest" data-item="rest" aria-labelledby="rest">
      <div>
        <h2 id="rest">Streak freeze</h2>
        <p>
          If you miss one day, a freeze saves your streak automatically. The missed day does not count towards it. You
          can hold up to {RESTS_KEPT_AT_MOST}.
        </p>
      </div>
      <p className="shop-kept">
        <span className="bulbs" aria-hidden="true">
          {Array.from({ length: RESTS_KEPT_AT_MOST }, (_, at) => (
            <i key={at} className="bulb" data-lit={at < kept ? 'full' : undefined} />
          ))}
        </span>
        {kept} of {RESTS_KEPT_AT_MOST} available
      </p>
      {kept < RESTS_KEPT_AT_MOST && (
        <BuyForm item={restItem(bought + 1)} name="Streak freeze" price={REST_PRICE} total={total} />
      )}
    </section>
  )
}
