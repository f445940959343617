import { type Order, ORDERS } from './list-orders.ts'

/** Links to a list in each sort order. `hrefOf` returns the path for an order. */
export function Orders({ current, hrefOf }: { current: Order; hrefOf: (order: Order) => string }) {
  return (
    <nav aria-label="Sort by">
      <ul className="chips">
        {(Object.keys(ORDERS) as Order[]).map((order) => (
          <li key={order}>
            <a className="chip chip-large" href={hrefOf(order)} aria-current={order === current ? 'true' : undefined}>
              {ORDERS[order]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
