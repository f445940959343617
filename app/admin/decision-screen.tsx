import type { Thing } from '../moderation/things.server.ts'
import { ApproveForm, RemoveForm, RestoreForm } from './decision-forms.tsx'
import { ModerationFrame } from './moderation-frame.tsx'
import { ThingCard } from './thing-card.tsx'

/** One thing with all that may be decided on it: where the forms of lists lead without script when something is wrong. */
export function DecisionScreen({ thing }: { thing: Thing }) {
  const { subject, state, reasons } = thing
  const isRemoved = state === 'removed'
  return (
    <ModerationFrame>
      <ThingCard thing={thing}>
        {isRemoved && <RestoreForm thing={thing} />}
        {(state === 'held' || (!isRemoved && reasons.length > 0)) && <ApproveForm thing={thing} />}
        {!isRemoved && subject.kind !== 'player' && <RemoveForm thing={thing} isOpen />}
      </ThingCard>
    </ModerationFrame>
  )
}
