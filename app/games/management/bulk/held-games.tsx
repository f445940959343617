import { countOf, formatCount } from '../../../lib/text.ts'
import { Checkbox } from '../../../ui/fields/field.tsx'
import type { HeldByRules } from './find-bulk-action.server.ts'

/** The games among `count` that rules hold, and the choice to leave them out. */
export function HeldGames({ held, count }: { held: HeldByRules; count: number }) {
  if (!held.count) return null
  const isAll = held.count === count
  const more = held.count - held.games.length
  const named = held.games.map(({ title, rule }) => `${title} (${rule})`).join(', ')
  return (
    <div className="bulk-held">
      <input type="hidden" name="held" value={held.count} />
      <p dir="auto">
        <strong>
          {isAll ? heldText(held.count) : `${formatCount(held.count)} of them ${are(held.count)} by rules`}:
        </strong>{' '}
        {named}
        {more > 0 && ` and ${formatCount(more)} more`}
      </p>
      {isAll ? (
        <p>Publishing makes them public.</p>
      ) : (
        <Checkbox name="leaveOut" value="1" defaultChecked>
          Leave {held.count === 1 ? 'this' : 'these'} out
        </Checkbox>
      )}
    </div>
  )
}

const are = (count: number) => (count === 1 ? 'is held' : 'are held')
const heldText = (count: number) =>
  count === 1 ? 'A rule holds this game' : `Rules hold all ${countOf(count, 'game')}`
