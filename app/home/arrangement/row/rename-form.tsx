import { useState } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { UnsavedChanges } from '../../../forms/unsaved-changes.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { renameRules, TITLE_MAX } from '../arrangement-rules.ts'

type Props = { row: string; title: string | null; ownTitle: string }

/** Changes the title of a row. An empty field restores the default title. */
export function RenameForm({ row, title, ownTitle }: Props) {
  const [isDirty, setDirty] = useState(false)
  const compare = () => {
    const field = form.frame.ref.current?.elements.namedItem('title') as HTMLInputElement
    setDirty(field.value !== field.defaultValue)
  }
  const form = useForm(renameRules, { intent: 'rename', onDone: compare })
  return (
    <section className="console-card" aria-label="Title">
      <UnsavedChanges isDirty={isDirty} />
      <Form of={form} className="arranged-title" onInput={compare}>
        <input type="hidden" name="row" value={row} />
        <TextField
          {...form.field('title', title ?? '')}
          label="Title of the row"
          hint="empty for its own title"
          placeholder={ownTitle}
          maxLength={TITLE_MAX}
          autoComplete="off"
        />
        <Submit of={form} busy="Saving...">
          Save title
        </Submit>
        <FormError error={form.error} />
      </Form>
    </section>
  )
}
