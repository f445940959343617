import { FREEZE_PRICE, FREEZES_MAX } from '../credits/credit-rules.ts'
import { BuyForm } from './buy-form.tsx'
import { freezeItem } from './shop-rules.ts'

type Props = { bought: number; available: number; total: number }

/** Shows how many streak freezes are left, and sells the next freeze (docs/product.md#streak). */
export function StreakFreezePanel({ bought, available, total }: Props) {
  return (
    <section className="shop-rest" data-item="rest" aria-labelledby="rest">
      <div>
        <h2 id="rest">Streak freeze</h2>
        <p>
          If you miss one day, a freeze saves your streak automatically. The missed day does not count towards the
          streak. You can hold up to {FREEZES_MAX}.
        </p>
      </div>
      <p className="shop-freezes">
        <span className="bulbs" aria-hidden="true">
          {Array.from({ length: FREEZES_MAX }, (_, at) => (
            <i key={at} className="bulb" data-lit={at < available ? 'full' : undefined} />
          ))}
        </span>
        {available} of {FREEZES_MAX} available
      </p>
      {available < FREEZES_MAX && (
        <BuyForm item={freezeItem(bought + 1)} name="Streak freeze" price={FREEZE_PRICE} total={total} />
      )}
    </section>
  )
}
