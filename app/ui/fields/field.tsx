import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ElementType, type ReactNode, useId, useState } from 'react'
import { describedBy, type ErrorOptions, FieldError, FieldFrame, type FieldTexts } from './field-frame.tsx'

/** Renders a labelled text input with its error below. `as` replaces the native input. */
export function TextField({
  label,
  hint,
  error,
  isAlert = false,
  children,
  as: Input = 'input',
  ...input
}: FieldTexts & ErrorOptions & { as?: ElementType<ComponentProps<'input'>> } & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} isAlert={isAlert}>
      {(described) => (
        <div className="field-box">
          <Input className="input" {...described} {...input} />
          {children}
        </div>
      )}
    </FieldFrame>
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
      {...describedBy(id, error)}
    >
      <legend className="field-legend">{label}</legend>
      {options.map((option, at) => (
        <div key={option.value} className="checkbox">
          <input
            id={`${id}-${at}`}
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
          />
          <label htmlFor={`${id}-${at}`}>{option.label}</label>
        </div>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

/** Renders a password input with a button that shows the password. */
export function PasswordField(field: FieldTexts & Omit<ComponentProps<'input'>, 'type'>) {
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
        <input id={id} type="checkbox" {...describedBy(id, error)} {...input} />
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
