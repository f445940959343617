import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount } from '../../../lib/text.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { useRead } from '../../../ui/use-read.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { bulkActionHref, bulkLabel, bulkResult } from './bulk-rules.ts'
import type { StartedAction } from './find-bulk-action.server.ts'

/** What is sent of an action while it runs. */
export type ShownAction = Omit<StartedAction, 'createdAt'>

const POLL_MS = 1000

/** The progress of an action, its result, and the button that undoes it. `more` is added to its text. */
export function BulkNote({ started, more }: { started: ShownAction; more?: ReactNode }) {
  const shown = useProgress(started)
  const { state, id } = shown
  return (
    <div className="bulk-note" data-state={state}>
      <p role="status">
        {textOf(shown)} {more}
      </p>
      {isRunning(shown) && <Progress of={shown} />}
      {state === 'done' && shown.undoSeconds > 0 && shown.changed > 0 && <UndoForm id={id} />}
      {state === 'stopped' && <ContinueForm id={id} />}
    </div>
  )
}

const isRunning = ({ state }: ShownAction) => state === 'running' || state === 'undoing'

/** The action as it is now, read again each second while it runs. Once it ends, the page is reloaded. */
function useProgress(started: ShownAction): ShownAction {
  const { id, state } = started
  const path = isRunning(started) ? href('/admin/games/bulk/:id/progress', { id: String(id) }) : null
  const { data, error, reload } = useRead<ShownAction>(path)
  const refresh = useRefresh()
  useEffect(() => {
    if (!data && !error) return
    if (data && data.state !== state) {
      void refresh()
      return
    }
    const timer = setTimeout(() => void reload(), POLL_MS)
    return () => clearTimeout(timer)
  }, [data, error, state, reload, refresh])
  return data ?? started
}

function textOf({ state, action, options, games, done, changed, restored, skipped }: ShownAction): string {
  const label = bulkLabel(action)
  switch (state) {
    case 'running':
      return `${label}: ${formatCount(done)} of ${countOf(games, 'game')}`
    case 'stopped':
      return `${label} stopped after ${formatCount(done)} of ${countOf(games, 'game')}.`
    case 'undoing':
      return `Undoing: ${formatCount(restored + skipped)} of ${countOf(changed, 'game')}`
    case 'undone':
      return skipped
        ? `Undone for ${countOf(restored, 'game')}. ${countOf(skipped, 'game')} changed since and stayed as they are.`
        : `Undone: ${countOf(restored, 'game')} restored.`
    default: {
      const same = games - changed
      return `${bulkResult(action, options, changed)}.${same > 0 ? ` ${formatCount(same)} needed no change.` : ''}`
    }
  }
}

function Progress({ of: { state, games, done, changed, restored, skipped } }: { of: ShownAction }) {
  const [value, max] = state === 'running' ? [done, games] : [restored + skipped, changed]
  return <progress value={value} max={Math.max(1, max)} aria-label="Progress" />
}

function UndoForm({ id }: { id: number }) {
  const form = useForm(null, { action: bulkActionHref(id), intent: 'undo' })
  return (
    <Form of={form} className="console-form">
      <Submit of={form} size="small" busy="Undoing...">
        <Undo2 aria-hidden="true" /> Undo
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function ContinueForm({ id }: { id: number }) {
  const form = useForm(null, { action: bulkActionHref(id), intent: 'continue' })
  return (
    <Form of={form} className="console-form">
      <Submit of={form} size="small" busy="Continuing...">
        Continue
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
