import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { renameRules, TITLE_MAX } from '../arrangement-rules.ts'

type Props = { row: string; title: string | null; ownTitle: string }

const UNSAVED = 'The title is not saved. Leave this page?'

/** Changes the title of a row. An empty field restores the default title. */
export function RenameForm({ row, title, ownTitle }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const form = useForm(renameRules, { intent: 'rename', onDone: () => setTyped(null) })
  useWarning(typed !== null && typed !== (title ?? ''))
  return (
    <section className="console-card" aria-label="Title">
      <Form of={form} className="arranged-title" onInput={({ target }) => setTyped((target as HTMLInputElement).value)}>
        <input type="hidden" name="row" value={row} />
        <TextField
          // The key resets the field to the saved title.
          key={title}
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

/** Asks for confirmation before the operator leaves the page while `isDirty` is set. */
function useWarning(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm(UNSAVED)) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', leaving)
    return () => removeEventListener('beforeunload', leaving)
  }, [isDirty])
}
