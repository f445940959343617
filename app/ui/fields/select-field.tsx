import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

/** Renders a labelled select with its options as children and its error below. */
export function SelectField({ label, hint, error, ...select }: FieldTexts & ComponentProps<'select'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(described) => <select className="input" {...described} {...select} />}
    </FieldFrame>
  )
}
