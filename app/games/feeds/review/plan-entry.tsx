import { CircleAlert, Copy, ScrollText } from 'lucide-react'
import { cut, formatCount } from '../../../lib/text.ts'
import { managedGameHref, STATUS_LABELS } from '../../management/management-rules.ts'
import { describeEffect } from '../rules/rule-form-rules.ts'
import type { FeedRule, Ruling } from '../../../db/schema/feeds.server.ts'
import type { PlanEntry } from '../runs/feed-run.ts'
import { FieldChanges, planPictureHref } from './field-values.tsx'
import { KIND_LABELS, reasonText } from './run-texts.ts'

type Props = {
  runId: number
  entry: PlanEntry
  /** Whether the plan can still be changed. */
  isOpen: boolean
}

const OUTCOMES = { applied: 'Applied', skipped: 'Skipped', undone: 'Undone', 'not undone': 'Not undone' } as const

/** An entry of a plan: the change to a game, and the reason. */
export function PlanEntryItem({ runId, entry, isOpen }: Props) {
  const { position, kind, gameId, title, given, changes, rulings, duplicates, reason, isChosen, outcome } = entry
  const canChoose = isOpen && kind !== 'rejected'
  return (
    <li className="plan-entry" data-left-out={(canChoose && !isChosen) || undefined}>
      {canChoose && (
        <span className="plan-tick">
          <input
            type="checkbox"
            name="chosen"
            value={position}
            defaultChecked={isChosen}
            aria-label={`Include ${title || 'an entry without a title'}`}
          />
        </span>
      )}
      <img
        className="plan-picture"
        src={gameId === null ? planPictureHref(runId, position) : `/pictures/${gameId}/320`}
        alt=""
        width="320"
        height="180"
        loading="lazy"
      />
      <div className="plan-about">
        <p className="plan-title">
          {gameId === null ? (
            <strong dir="auto">{title || 'No title'}</strong>
          ) : (
            <a href={managedGameHref(gameId)} dir="auto">
              {title || 'No title'}
            </a>
          )}
          <span className="chip" data-kind={kind}>
            {KIND_LABELS[kind]}
          </span>
          {outcome && (
            <span className="chip" data-outcome={outcome}>
              {OUTCOMES[outcome]}
            </span>
          )}
        </p>
        {entry.game && <NewGame game={entry.game} />}
        {changes.length > 0 && <FieldChanges changes={changes} runId={runId} position={position} gameId={gameId} />}
        {rulings.map((ruling) => (
          <p key={ruling.rule} className="plan-note">
            <ScrollText aria-hidden="true" /> {rulingText(ruling)}
          </p>
        ))}
        {duplicates.map((other) => (
          <p key={other.gameId} className="plan-note">
            <Copy aria-hidden="true" />
            <span>
              It may be the same game as{' '}
              <a className="text-link" href={managedGameHref(other.gameId)} dir="auto">
                {other.title}
              </a>
              : {other.why}
            </span>
          </p>
        ))}
        {kind === 'rejected' && (
          <p className="plan-facts">
            <span>Entry {formatCount(position + 1)}</span>
            {given && (
              <span className="quiet plan-given" dir="ltr">
                {given}
              </span>
            )}
          </p>
        )}
        {reason && (
          <p className="plan-note" data-tone="bad">
            <CircleAlert aria-hidden="true" /> {reasonText(reason)}
          </p>
        )}
      </div>
    </li>
  )
}

/** Details of a new game for the operator's decision. */
function NewGame({ game }: { game: Record<string, unknown> }) {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
  const { description, url } = game
  return (
    <>
      <p className="plan-facts">
        {list(game.categories).map((category) => (
          <span key={category} className="chip">
            {category}
          </span>
        ))}
        {typeof url === 'string' && <span className="quiet">{URL.parse(url)?.host}</span>}
      </p>
      {typeof description === 'string' && description && (
        <p className="plan-description" dir="auto">
          {cut(description, DESCRIPTION)}
        </p>
      )}
    </>
  )
}

const DESCRIPTION = 280

/** "Hidden by the rule Gambling" */
function rulingText({ rule, status, ...set }: Ruling): string {
  const effect = describeEffect(set as FeedRule['set'])
  const what = status ? `${STATUS_LABELS[status]} because of the rule ${rule}` : `The rule ${rule} applies`
  return effect ? `${what} · ${effect}` : what
}
