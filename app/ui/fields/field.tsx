import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ElementType, type ReactNode, useId, useState } from 'react'

type Frame = {
  label: string
  /** Content to the right of the label: a counter, "optional" or a link. */
  hint?: ReactNode
  /** The error message. */
  error?: string
}

/** Renders a labelled text input with its error below. `as` replaces the native input. */
export function TextField({
  label,
  hint,
  error,
  children,
  as: Input = 'input',
  ...input
}: Frame & { as?: ElementType<ComponentProps<'input'>> } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {hint && <span className="field-hint">{hint}</span>}
      </div>
      <div className="field-box">
        <Input
          id={id}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        {children}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** Renders radio buttons with their error below. `defaultValue` is the initial choice. */
export function Choice({
  label,
  options,
  error,
  name,
  defaultValue,
}: {
  label: string
  options: readonly { value: string; label: string }[]
  error?: string
  name: string
  defaultValue?: string
}) {
  const id = useId()
  return (
    <fieldset
      className="field"
      role="radiogroup"
      // The group gets the focus if no button is checked.
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="field-legend">{label}</legend>
      {options.map((option) => (
        <div key={option.value} className="checkbox">
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
        </div>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

/** Renders a password input with a button that shows the password. */
export function PasswordField(field: Frame & Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField {...field} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className="icon-button field-button needs-script"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </button>
    </TextField>
  )
}

/** Renders a checkbox with its label. */
export function Checkbox({
  error,
  children,
  ...input
}: { error?: string; children: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <div className="checkbox">
        <input
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** Renders an error of the whole form. Screen readers announce it when it appears. */
export function FormError({ error }: { error?: string | undefined }) {
  return <div role="alert">{error && <FieldError error={error} />}</div>
}

/** Renders the error of a field below it. */
export function FieldError({ id, error }: { id?: string; error?: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="field-error">
      <CircleAlert aria-hidden="true" /> {error}
    </p>
  )
}
