import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** What fields of every kind have in common. */
export type FieldTexts = {
  label: string
  /** Content to the right of the label: a counter, "optional" or a link. */
  hint?: ReactNode
  /** The error message. */
  error?: string | undefined
}

export type ErrorOptions = {
  /** True for an error that appears while the field has the focus. Others are read when their field gets the focus. */
  isAlert?: boolean
}

type Described = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Renders the label and hint above a field and its error below. `children` renders the field with the given props. */
export function FieldFrame({
  label,
  hint,
  error,
  isAlert = false,
  children,
}: FieldTexts & ErrorOptions & { children: (described: Described) => ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="field-hint">
            {hint}
          </span>
        )}
      </div>
      {children({ id, ...describedBy(id, error, hint) })}
      <FieldError id={`${id}-error`} error={error} isAlert={isAlert} />
    </div>
  )
}

/** The props of a field that relate it to its hint and error. A link as a hint does not describe it. */
export function describedBy(id: string, error: string | undefined, hint?: ReactNode): Omit<Described, 'id'> {
  const ids = [typeof hint === 'string' && hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids.join(' ') || undefined }
}

/** Renders the error of a field below it. */
export function FieldError({ id, error, isAlert = false }: { id?: string; error?: string | undefined } & ErrorOptions) {
  if (!error) return null
  return (
    <p id={id} className="field-error" role={isAlert ? 'alert' : undefined}>
      <CircleAlert aria-hidden="true" /> {error}
    </p>
  )
}
