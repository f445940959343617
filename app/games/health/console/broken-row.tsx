import { Play } from 'lucide-react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { formatMoment } from '../../../lib/dates.ts'
import { cut } from '../../../lib/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { opens } from '../../../ui/floating/opens.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import { withBack } from '../../management/back-link.tsx'
import { StatusChip } from '../../management/edit/status-card.tsx'
import { LIMITS, managedGameHref } from '../../management/management-rules.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { brokenGamesHref } from '../health-rules.ts'
import { hideBrokenRules, noFields } from './broken-rules.ts'
import { describeEvidence } from './evidence.ts'
import { EvidenceList } from './evidence-list.tsx'
import type { BrokenGame } from './list-broken-games.server.ts'

type Props = {
  game: BrokenGame
  /** The address of this list. */
  back: string
  /** The form of the selection. */
  formId: string
  isPicked: boolean
  onPick: (isPicked: boolean) => void
  onPlay: () => void
}

/** A game with its evidence and actions. */
export function BrokenRow({ game, back, formId, isPicked, onPick, onPlay }: Props) {
  const { id, slug, title, provider, host, status, suspectAt, picture, evidence } = game
  return (
    <article className="broken-game" aria-labelledby={`game-${id}`} data-picked={isPicked || undefined}>
      <input
        type="checkbox"
        name="game"
        value={id}
        form={formId}
        checked={isPicked}
        onChange={({ currentTarget: { checked } }) => onPick(checked)}
        aria-label={`Select ${title}`}
      />
      <img src={picture.small} alt="" width="128" height="72" loading="lazy" />
      <div className="broken-facts">
        <h2 id={`game-${id}`} dir="auto">
          <a href={withBack(managedGameHref(id), back)}>{title}</a>
        </h2>
        <p className="broken-origin">
          <StatusChip status={status} /> <span>{providerLabel(provider)}</span>
          {host && <a href={brokenGamesHref({ host })}>{host}</a>}
          {suspectAt && (
            <span>
              since <time dateTime={suspectAt.toISOString()}>{formatMoment(suspectAt)}</time>
            </span>
          )}
        </p>
        <EvidenceList evidence={evidence} />
      </div>
      <div className="broken-actions">
        <ButtonLink size="small" href={gameHref(slug)} aria-label={`Play ${title}`} onClick={opens(onPlay)}>
          <Play aria-hidden="true" /> Play
        </ButtonLink>
        {host && <ActForm id={id} title={title} intent="check" label="Check again" busy="Checking..." />}
        <ActForm id={id} title={title} intent="dismiss" label="Dismiss" busy="Dismissing..." />
        <HideForm game={game} />
        <ButtonLink
          look="destructive"
          size="small"
          href={withBack(href('/admin/games/:id/delete', { id: String(id) }), back)}
          aria-label={`Delete ${title}`}
        >
          Delete...
        </ButtonLink>
      </div>
    </article>
  )
}

type ActProps = { id: number; title: string; intent: 'check' | 'dismiss'; label: string; busy: string }

function ActForm({ id, title, intent, label, busy }: ActProps) {
  const form = useForm(noFields, { intent })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="game" value={id} />
      <Submit of={form} size="small" busy={busy} aria-label={`${label}: ${title}`}>
        {label}
      </Submit>
    </Form>
  )
}

function HideForm({ game: { id, title, evidence } }: Pick<Props, 'game'>) {
  const form = useForm(hideBrokenRules, { intent: 'hide' })
  // Without JavaScript, every form gets the response to any one of them.
  const isRefused = form.refusal?.given.game === String(id)
  const reason = `Broken: ${describeEvidence(evidence)[0]?.text ?? 'it does not work'}`
  return (
    <details className="console-more" open={isRefused || undefined}>
      <summary className="button button-secondary button-small" aria-label={`Hide ${title}`}>
        Hide...
      </summary>
      <Form of={form}>
        <input type="hidden" name="game" value={id} />
        <TextField
          {...form.field('reason', cut(reason, LIMITS.reason))}
          label="Reason"
          hint="only operators see it"
          maxLength={LIMITS.reason}
          required
        />
        <FormError error={form.error} />
        <div>
          <Submit of={form} busy="Hiding...">
            Hide the game
          </Submit>
        </div>
      </Form>
    </details>
  )
}
