import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type Frame = {
  label: string
  /** Content to the right of the label. */
  hint?: ReactNode
  /** The error message. */
  error?: string
}

/** Renders a labelled text area with its error below. */
export function TextArea({ label, hint, error, ...area }: Frame & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {hint && <span className="field-hint">{hint}</span>}
      </div>
      <textarea
        id={id}
        className="input"
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...area}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
