import { useEffect, useRef } from 'react'

/**
 * A value that a form sends and nobody types: a change of it is told to the form as typing is, so that what listens to the whole form
 * hears of it.
 */
export function HiddenValue({ name, value }: { name: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={field} type="hidden" name={name} value={value} />
}
