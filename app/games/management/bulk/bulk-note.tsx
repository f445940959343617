import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount } from '../../../lib/text.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { useRead } from '../../../ui/use-read.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { withBack } from '../back-link.tsx'
import { bulkActionHref, bulkLabel, bulkResult } from './bulk-rules.ts'
import type { StartedAction } from './find-bulk-action.server.ts'

/** What is sent of an action while it runs. */
export type ShownAction = Omit<StartedAction, 'createdAt'>

const POLL_MS = 1000

type Props = {
  started: ShownAction
  /** Added to its text. */
  more?: ReactNode
}

/** The progress of an action, its result, and the button that undoes it. */
export function BulkNote({ started, more }: Props) {
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
      {(state === 'done' || state === 'undone') && <DismissForm id={id} />}
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
      void refresh().then((isDone) => isDone || setTimeout(() => void reload(), POLL_MS))
      return
    }
    const timer = setTimeout(() => void reload(), POLL_MS)
    return () => clearTimeout(timer)
  }, [data, error, state, reload, refresh])
  return data ?? started
}

function textOf({ state, action, options, games, done, changed, restored, skipped, titles }: ShownAction): string {
  const label = bulkLabel(action)
  switch (state) {
    case 'running':
      return `${label}: ${formatCount(done)} of ${countOf(games, 'game')}`
    case 'stopped':
      return `${label} stopped after ${formatCount(done)} of ${countOf(games, 'game')}.`
    case 'undoing':
      return `Undoing: ${formatCount(restored + skipped)} of ${countOf(changed, 'game')}`
    case 'undone':
      if (!skipped) return `Undone: ${countOf(restored, 'game')} restored${named(titles, restored)}.`
      return (
        `Undone for ${countOf(restored, 'game')}. ${countOf(skipped, 'game')} changed since and ` +
        `${skipped === 1 ? 'was' : 'were'} skipped.`
      )
    default: {
      const same = games - changed
      const why = options.leavesOutRuled ? 'left out: held by a rule, or published already' : 'needed no change'
      const others = same > 0 ? ` ${formatCount(same)} ${why}.` : ''
      return `${bulkResult(action, options, changed)}${named(titles, changed)}.${others}`
    }
  }
}

/** ": Lamps, Doors and 3 more", so that operators see what the button undoes. */
function named(titles: string[], games: number): string {
  if (!titles.length) return ''
  const more = games - titles.length
  return `: ${titles.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
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

/** Closes the notice above a list. The page of the action itself has no such button. */
function DismissForm({ id }: { id: number }) {
  const { pathname, search } = useLocation()
  const form = useForm(null, { action: withBack(bulkActionHref(id), pathname + search), intent: 'dismiss' })
  if (pathname === bulkActionHref(id)) return null
  return (
    <Form of={form} className="bulk-note-close">
      <Submit of={form} look="quiet" size="small" aria-label="Close this notice" title="Close">
        <X aria-hidden="true" />
      </Submit>
    </Form>
  )
}
