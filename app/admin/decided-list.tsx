import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A list of items to decide on, under a heading. A decided item disappears with the focused button in it, so the
 * heading takes the focus and announces what is next.
 */
export function DecidedList<Item>({
  title,
  items,
  keyOf,
  children,
}: {
  title: string
  items: Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const keys = items.map(keyOf).join(' ')
  const before = useRef(keys)
  useEffect(() => {
    if (before.current !== keys && document.activeElement === document.body) heading.current?.focus()
    before.current = keys
  }, [keys])
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {title}
      </h2>
      <ul className="console-cards">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    </section>
  )
}
