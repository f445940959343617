import { useEffect, useRef } from 'react'

/**
 * Renders a hidden field. It fires `input` when its value changes, so that listeners on the form handle it like typing.
 */
export function HiddenValue({ name, value }: { name: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  useEffect(() => {
    if (sent.current === value) return
    sent.current = value
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={field} type="hidden" name={name} value={value} />
}
