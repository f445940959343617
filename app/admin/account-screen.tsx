import { formatMoment } from '../lib/dates.ts'
import type { Owner } from '../moderation/things.server.ts'
import { ModerationFrame } from './moderation-frame.tsx'
import { OwnerLine } from './owner-line.tsx'
import { LiftForm, SuspendForm } from './suspension-forms.tsx'

/** An account that an operator may suspend, or that is. */
export function AccountScreen({ owner }: { owner: Owner }) {
  const { username, isOperator, suspendedUntil, suspendedWhy } = owner
  return (
    <ModerationFrame>
      <article className="thing thing-alone">
        <h2>{suspendedUntil ? `@${username} is suspended` : `Suspend @${username}?`}</h2>
        <OwnerLine owner={owner} isAlone />
        {suspendedUntil && (
          <>
            <p className="thing-text">
              Until {formatMoment(new Date(suspendedUntil))}: {suspendedWhy}
            </p>
            <LiftForm owner={owner} />
            <h3>Another length or reason</h3>
          </>
        )}
        {isOperator ? (
          <p>Operators cannot be suspended.</p>
        ) : (
          <>
            <p>Its sessions end at once, and it cannot sign in before the suspension ends. What it wrote stays.</p>
            <SuspendForm owner={owner} />
          </>
        )}
      </article>
    </ModerationFrame>
  )
}
