import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import './select.css'

type Props = {
  label: string
  /** At the right of the label. */
  hint?: ReactNode
  /** What is wrong with it, as a sentence. */
  error?: string
}

/** A labelled list of which one is chosen, its options as children; what is wrong below. */
export function SelectField({ label, hint, error, children, ...select }: Props & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {hint && <span className="field-hint">{hint}</span>}
      </div>
      <select
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...select}
      >
        {children}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
