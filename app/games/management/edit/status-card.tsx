import { Trash2 } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { formatMoment } from '../../../lib/dates.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { holdingRule } from '../../feeds/rules/held-by-rule.ts'
import type { ManagedGame } from '../managed-game.server.ts'
import { LIMITS, STATUS_LABELS, STATUS_TEXTS } from '../management-rules.ts'
import { hideRules, statusRules } from './edit-rules.ts'

type Props = { game: Pick<ManagedGame, 'id' | 'status' | 'status_reason' | 'status_at' | 'url'> }

/** The status of a game, what it means, and the forms that change it. */
export function StatusCard({ game }: Props) {
  const { id, status, status_reason, status_at, url } = game
  const { search } = useLocation()
  const rule = holdingRule({ status, reason: status_reason })
  return (
    <section className="console-card status-card" aria-labelledby="status">
      <h2 id="status">Status</h2>
      <p className="status-line">
        <StatusChip status={status} />
        <span className="quiet">
          since <time dateTime={status_at.toISOString()}>{formatMoment(status_at)}</time>
        </span>
      </p>
      {rule === null ? null : (
        <p className="status-reason" dir="auto">
          The rule “{rule}” of its feed holds this game. Play it before you publish it.
        </p>
      )}
      {status_reason && rule === null && (
        <p className="status-reason" dir="auto">
          {status_reason}
        </p>
      )}
      <p>{STATUS_TEXTS[status]}</p>
      {!url && <p className="note">It has no play URL, so no list shows it.</p>}
      {/* The key resets the forms when the status has changed. */}
      <div className="console-card-decisions" key={status}>
        {status !== 'published' && <PublishForm game={game} />}
        {status !== 'deleted' && <HideForm game={game} />}
        {status !== 'deleted' && (
          <ButtonLink look="destructive" href={href('/admin/games/:id/delete', { id: String(id) }) + search}>
            <Trash2 aria-hidden="true" /> Delete...
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

export function StatusChip({ status }: Pick<ManagedGame, 'status'>) {
  return (
    <span className="chip status-chip" data-status={status}>
      {STATUS_LABELS[status]}
    </span>
  )
}

const PUBLISH = new Map([
  ['deleted', 'Restore and publish'],
  ['delisted', 'Keep it published'],
])

function PublishForm({ game: { status } }: Props) {
  const form = useForm(statusRules, { intent: 'publish' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="from" value={status} />
      <Submit of={form} look="primary" busy="Publishing...">
        {PUBLISH.get(status) ?? 'Publish'}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function HideForm({ game: { status, status_reason } }: Props) {
  const form = useForm(hideRules, { intent: 'hide' })
  const isHidden = status === 'hidden'
  return (
    <details className="console-more" open={form.refusal !== null}>
      <summary className="button button-secondary">{isHidden ? 'Change the reason...' : 'Hide...'}</summary>
      <Form of={form}>
        <input type="hidden" name="from" value={status} />
        <TextArea
          {...form.field('reason', isHidden ? status_reason : undefined)}
          label="Reason"
          hint="required; only operators see it"
          rows={2}
          maxLength={LIMITS.reason}
          required
        />
        <FormError error={form.error} />
        <div>
          <Submit of={form} busy="Hiding...">
            {isHidden ? 'Save the reason' : 'Hide the game'}
          </Submit>
        </div>
      </Form>
    </details>
  )
}
