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

/** Whether a job is working on the run. */
export function isActive({ state }: Pick<FeedRun, 'state'>): boolean {
  return ACTIVE.includes(state)
}

/** The progress of a run, with a button that cancels it. */
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
        <Loader label="The total is not known yet" />
      )}
      {shown.can.cancel && !isCancelled && <CancelForm state={state} />}
      <noscript>
        <p>Reload this page to see the progress.</p>
      </noscript>
    </div>
  )
}

/** Returns the current run, polled every second while it is active. The page is reloaded when the state changes. */
function useProgress(run: ShownRun): ShownRun {
  const { id, state } = run
  const { data, error, reload } = useRead<ShownRun>(href('/admin/feeds/runs/:id/progress', { id: String(id) }))
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
  return data ?? run
}

function progressText({ state, entries, expectedEntries, done, total }: ShownRun): string {
  const read = `Reading the feed: ${countOf(entries, 'entry', 'entries')}`
  switch (state) {
    case 'reading':
      return expectedEntries ? `${read}, ${formatCount(expectedEntries)} in the last complete run` : `${read} so far`
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
      {state === 'applying' && (
        <small className="quiet">
          Changes applied before the run stops are not reverted. You can undo them afterwards.
        </small>
      )}
      <FormError error={form.error} />
    </Form>
  )
}
