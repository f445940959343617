import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

/** Renders a labelled text area with its error below. */
export function TextArea({ label, hint, error, ...area }: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(described) => <textarea className="input" dir="auto" {...described} {...area} />}
    </FieldFrame>
  )
}
