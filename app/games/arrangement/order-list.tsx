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
  const [dragged, setDragged] = useState<string | null>(null)
  const [local, setLocal] = useState<{ of: string; order: string[] } | null>(null)
  const [dropped, setDropped] = useState('')
  const sent = useRef('')
  // The shown order belongs to the list that was dragged. An error restores that list.
  const order = local?.of === keys && !form.error ? local.order : keys.split(',')
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))

  useEffect(() => {
    if (!dropped || dropped === sent.current) return
    sent.current = dropped
    document.querySelector<HTMLFormElement>(`form[id="${form.id}"]`)?.requestSubmit()
  }, [dropped, form.id])
  useEffect(() => {
    sent.current = ''
    setDropped('')
  }, [keys])

  const over = (event: DragEvent, key: string) => {
    if (dragged === null) return
    event.preventDefault()
    if (key === dragged) return
    const rest = order.filter((one) => one !== dragged)
    const at = order.indexOf(key)
    setLocal({ of: keys, order: rest.toSpliced(at, 0, dragged) })
  }
  const end = () => {
    setDragged(null)
    if (order.join() !== keys) setDropped(order.join())
  }
  return (
    <Form of={form} className="order-form">
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {dropped && <input type="hidden" name="order" value={dropped} />}
      <FormError error={form.error} />
      <ol className="order-list" aria-label={label}>
        {order.map((key, at) => {
          const entry = byKey.get(key)
          return (
            entry && (
              <li
                key={key}
                data-dragged={dragged === key || undefined}
                onDragOver={(event) => over(event, key)}
                onDrop={(event) => event.preventDefault()}
              >
                <span
                  className="order-grip needs-script"
                  aria-hidden="true"
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setDragImage(event.currentTarget.closest('li') as HTMLElement, 16, 16)
                    setDropped('')
                    setDragged(key)
                  }}
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
