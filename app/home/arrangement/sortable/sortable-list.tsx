import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import './sortable-list.css'
import { useSortable } from './use-sortable.ts'

type Props<Item> = {
  /** The name of the list in the action's forms. */
  list: string
  label: string
  items: Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** The id of an item's element. */
  idOf?: (key: string) => string
  className?: string
  children: (item: Item) => ReactNode
}

/**
 * A list that an operator can reorder by dragging, with the arrow keys on a handle, or with buttons. The buttons also
 * work without JavaScript. The page's action handles the intents `order` and `move`.
 */
export function SortableList<Item>({ list, label, items, keyOf, nameOf, idOf, className = '', children }: Props<Item>) {
  const hint = useId()
  const element = useRef<HTMLUListElement>(null)
  const fetcher = useFetcher()
  const newest = useRef<string[]>([])
  const saving = useRef(Promise.resolve())
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const labelOf = (key: string) => {
    const item = byKey.get(key)
    return item ? nameOf(item) : key
  }
  const sortable = useSortable({
    list: element,
    keys: items.map(keyOf),
    nameOf: labelOf,
    onOrder: (keys) => {
      newest.current = keys
      // Each order waits for the one before: a request that the router aborts could be stored after the next one.
      saving.current = saving.current.then(async () => {
        if (newest.current === keys)
          await fetcher.submit({ intent: 'order', list, order: keys.join() }, { method: 'post' })
      })
      return saving.current
    },
  })
  const shown = sortable.order.filter((key) => byKey.has(key))
  return (
    <>
      <p id={hint} hidden>
        Drag the handle, or press the up or down arrow key.
      </p>
      <ul ref={element} className={`sortable ${className}`} aria-label={label}>
        {shown.map((key, at) => (
          <li key={key} id={idOf?.(key)} data-dragged={sortable.dragged === key || undefined}>
            <div className="sortable-ways">
              <button
                type="button"
                className="icon-button sortable-handle needs-script"
                aria-label={`Reorder ${labelOf(key)}`}
                aria-describedby={hint}
                title="Drag to reorder"
                {...sortable.handle(key)}
              >
                <GripVertical aria-hidden="true" />
              </button>
              <form method="post" className="sortable-moves">
                <input type="hidden" name="intent" value="move" />
                <input type="hidden" name="list" value={list} />
                <input type="hidden" name="item" value={key} />
                {([-1, 1] as const).map((by) => {
                  const isPossible = at + by >= 0 && at + by < shown.length
                  const Arrow = by < 0 ? ArrowUp : ArrowDown
                  return (
                    <button
                      key={by}
                      type="submit"
                      name="to"
                      value={shown[at + by] ?? key}
                      className="icon-button"
                      // Not `disabled`, because a button at the end of the list would lose the focus.
                      aria-disabled={!isPossible || undefined}
                      aria-label={`Move ${labelOf(key)} ${by < 0 ? 'up' : 'down'}`}
                      onClick={(event) => {
                        event.preventDefault()
                        sortable.move(key, by)
                      }}
                    >
                      <Arrow aria-hidden="true" />
                    </button>
                  )
                })}
              </form>
            </div>
            {children(byKey.get(key) as Item)}
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">
        {sortable.message}
      </p>
    </>
  )
}
