import { useActionData } from 'react-router'

/**
 * Without script: why the form that was sent was refused. The form itself may be gone from the page, since another operator
 * acted first.
 */
export function RefusedNote() {
  const refused = useActionData() as { errors?: { form?: string } } | undefined
  const why = refused?.errors?.form
  return (
    why && (
      <p className="note" data-tone="error">
        {why}
      </p>
    )
  )
}
