import { useEffect } from 'react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf, formatCount } from '../../../lib/text.ts'
import { Loader } from '../../../ui/bulbs.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { useRead } from '../../../ui/use-read.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import type { FeedRun } from '../runs/feed-run.ts'

type ShownRun = Pick<FeedRun, 'id' | 'state' | 'isCancelled' | 'entries' | 'expectedEntries' | 'done' | 'total' | 'can'>

const POLL_MS = 1000
const ACTIVE = ['reading', 'applying', 'undoing']

/** Whether a job of the run is under way. */
export function isActive({ state }: Pick<FeedRun, 'state'>): boolean {
  return ACTIVE.includes(state)
}

/** How far a run is, and the button that cancels it. */
export function RunProgress({ run }: { run: ShownRun }) {
  const shown = useProgress(run)
  const { state, isCancelled, entries, expectedEntries, done, total } = shown
  const [value, max] = state === 'reading' ? [entries, expectedEntries] : [done, total]
  return (
    <div className="run-progress">
      <p role="status">{isCancelled ? 'Stopping...' : progressText(shown)}</p>
      {max ? (
        <progress value={Math.min(value, max)} max={max} aria-label="Progress" />
      ) : (
        <Loader label="The end is not known yet" />
      )}
      {shown.can.cancel && !isCancelled && <CancelForm state={state} />}
      <noscript>
        <p>Reload this page to see how far it is.</p>
      </noscript>
    </div>
  )
}

/** The run as it is now, read again each second while it runs. Once its state changes, the page is reloaded. */
function useProgress(run: ShownRun): ShownRun {
  const { id, state } = run
  const { data, error, reload } = useRead<ShownRun>(href('/admin/feeds/runs/:id/progress', { id: String(id) }))
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
  return data ?? run
}

function progressText({ state, entries, expectedEntries, done, total }: ShownRun): string {
  switch (state) {
    case 'reading':
      return expectedEntries
        ? `Reading the feed: ${formatCount(entries)} entries, ${formatCount(expectedEntries)} in the last complete run`
        : `Reading the feed: ${countOf(entries, 'entry', 'entries')} so far`
    case 'undoing':
      return `Undoing: ${formatCount(done)} of ${countOf(total, 'change')}`
    default:
      return `Applying: ${formatCount(done)} of ${countOf(total, 'change')}`
  }
}

function CancelForm({ state }: Pick<ShownRun, 'state'>) {
  const form = useForm(null, { intent: 'cancel' })
  return (
    <Form of={form} className="console-form">
      <Submit of={form} look="outline" size="small" busy="Stopping...">
        Cancel
      </Submit>
      {state === 'applying' && <small className="quiet">What is applied by then stays, and can be undone.</small>}
      <FormError error={form.error} />
    </Form>
  )
}
