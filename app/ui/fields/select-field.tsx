import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  label: string
  /** Content to the right of the label. */
  hint?: ReactNode
  /** The error message. */
  error?: string
}

/** Renders a labelled select with its options as children and its error below. */
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
