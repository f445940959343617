import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import type { ShownChange } from './arrangement-changes.server.ts'
import '../arrangement.css'

const POLL_MS = 2000

/** Changes that are being applied to games, with their progress. The page is reloaded until they have finished. */
export function ChangeNotes({ changes }: { changes: ShownChange[] }) {
  const refresh = useRefresh()
  const isRunning = changes.some(({ state }) => state === 'running')
  /** The number of failed reloads. Each starts the next wait, as new `changes` do. */
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const poll = async () => {
      if (!(await refresh())) setFailed((count) => count + 1)
    }
    const timer = setTimeout(() => void poll(), POLL_MS)
    return () => clearTimeout(timer)
  }, [isRunning, changes, failed, refresh])
  return changes.map((change) => <ChangeNote key={change.id} {...change} />)
}

function ChangeNote({ id, title, state, done, total, changed }: ShownChange) {
  return (
    <div className="arrange-note" data-state={state}>
      <p role="status" dir="auto">
        {title}
        {state === 'done' && `. ${countOf(changed, 'game')} changed.`}
        {state === 'stopped' && ' stopped.'}
      </p>
      {state === 'running' && <progress value={done} max={Math.max(1, total)} aria-label="Progress" />}
      {state === 'stopped' && <ContinueForm id={id} />}
    </div>
  )
}

function ContinueForm({ id }: { id: number }) {
  const form = useForm(null, { action: href('/admin/categories'), intent: 'continue' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="id" value={id} />
      <Submit of={form} size="small" busy="Continuing...">
        Continue
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
