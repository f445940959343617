import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useForm } from '../../forms/form.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import './order-list.css'

export type OrderEntry = {
  /** The slug or id that the form sends. */
  key: string
  /** The name for screen readers. */
  name: string
  content: ReactNode
  /** A button of the form, placed before the move buttons. */
  button?: ReactNode
}

type Props = {
  label: string
  entries: OrderEntry[]
  intent: string
  /** Hidden fields by which the action detects a concurrent edit. */
  seen: Record<string, number>
}

/** A list that operators can reorder by buttons or, with JavaScript, by dragging. */
export function OrderList({ label, entries, intent, seen }: Props) {
  const form = useForm(null, { intent })
  const keys = entries.map(({ key }) => key).join()
  /** The entry that is being dragged, and the order before that. */
  const [drag, setDrag] = useState<{ key: string; before: string } | null>(null)
  const [local, setLocal] = useState<{ of: string; order: string[] } | null>(null)
  const sender = useRef<HTMLButtonElement>(null)
  // The shown order belongs to the list that was dragged. An error restores that list, until the next drag.
  const order = local?.of === keys && (drag || !form.error) ? local.order : keys.split(',')
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))

  useEffect(() => {
    // Otherwise the refused order would be shown again while the next change is sent.
    if (form.error) setLocal(null)
  }, [form.error])

  const start = (event: DragEvent, key: string) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setDragImage(event.currentTarget.closest('li') as HTMLElement, 16, 16)
    // The same error again does not run the effect.
    if (form.error) setLocal(null)
    setDrag({ key, before: order.join() })
  }
  const over = (event: DragEvent, key: string) => {
    if (!drag) return
    event.preventDefault()
    if (key === drag.key) return
    const rest = order.filter((one) => one !== drag.key)
    const at = order.indexOf(key)
    setLocal({ of: keys, order: rest.toSpliced(at, 0, drag.key) })
  }
  const end = () => {
    setDrag(null)
    if (order.join() !== drag?.before) sender.current?.form?.requestSubmit(sender.current)
  }
  return (
    <Form of={form} className="order-form">
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormError error={form.error} />
      <ol className="order-list" aria-label={label}>
        {order.map((key, at) => {
          const entry = byKey.get(key)
          return (
            entry && (
              <li
                key={key}
                data-dragged={drag?.key === key || undefined}
                onDragOver={(event) => over(event, key)}
                onDrop={(event) => event.preventDefault()}
              >
                <span
                  className="order-grip needs-script"
                  aria-hidden="true"
                  draggable
                  onDragStart={(event) => start(event, key)}
                  onDragEnd={end}
                >
                  <GripVertical />
                </span>
                <div className="order-content">{entry.content}</div>
                <span className="order-steps">
                  {entry.button}
                  <StepButton of={entry} direction="up" isLast={at === 0} />
                  <StepButton of={entry} direction="down" isLast={at === order.length - 1} />
                </span>
              </li>
            )
          )
        })}
      </ol>
      {/* A button, so that the form has the order only after a drag. */}
      <button ref={sender} type="submit" name="order" value={order.join()} hidden />
    </Form>
  )
}

/** A button at the end of the list stays focusable, so that it does not lose the focus. */
function StepButton({ of, direction, isLast }: { of: OrderEntry; direction: 'up' | 'down'; isLast: boolean }) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <button
      type="submit"
      name="move"
      value={`${of.key}:${direction}`}
      className="icon-button"
      aria-label={`Move ${of.name} ${direction}`}
      aria-disabled={isLast || undefined}
      onClick={(event) => isLast && event.preventDefault()}
    >
      <Icon aria-hidden="true" />
    </button>
  )
}
