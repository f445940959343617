import { X } from 'lucide-react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { StatusChip } from '../../../games/management/edit/status-card.tsx'
import { managedGameHref } from '../../../games/management/management-rules.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { BOARD, gameRules, listRules, mostGames } from '../arrangement-rules.ts'
import type { ChosenGame } from '../load-edited.server.ts'
import { SortableList } from '../sortable/sortable-list.tsx'

type Props = { row: string; games: ChosenGame[] }

/** The games that an operator chose for a row, in order. */
export function ChosenGames({ row, games }: Props) {
  const most = mostGames(row)
  return (
    <section className="console-card" aria-labelledby="games">
      <h2 id="games">{isPicked(row) ? 'Games picked by hand' : 'Pinned games'}</h2>
      <p>{explanationOf(row)}</p>
      {games.length > 0 && (
        <>
          <p className="quiet" role="status">
            {games.length} of at most {most}
          </p>
          <SortableList
            list={row}
            label="Games"
            items={games}
            keyOf={({ id }) => String(id)}
            nameOf={({ title }) => title}
          >
            {(game) => (
              <div className="chosen-game">
                <img src={game.src} alt="" width="96" height="54" loading="lazy" />
                <div>
                  <a className="chosen-name" href={managedGameHref(game.id)} dir="auto">
                    {game.title}
                  </a>
                  {!isPublic(game) && (
                    <p className="quiet">
                      <StatusChip status={game.status} /> Unavailable: visitors do not see it here.
                    </p>
                  )}
                </div>
                <UnpinForm row={row} game={game} />
              </div>
            )}
          </SortableList>
          <UnpinAllForm row={row} />
        </>
      )}
    </section>
  )
}

const isPicked = (row: string) => row === BOARD || row === 'carousel'

function isPublic({ status }: ChosenGame): boolean {
  return status === 'published' || status === 'delisted'
}

function explanationOf(row: string): string {
  if (row === BOARD)
    return 'The board shows the first game large and the others small. Free places are filled automatically.'
  if (row === 'carousel') return 'These games come first. Free places are filled automatically.'
  return 'The row begins with these games. Others follow automatically.'
}

function UnpinForm({ row, game: { id, title } }: { row: string; game: ChosenGame }) {
  const form = useForm(gameRules, { intent: 'unpin' })
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="list" value={row} />
      <input type="hidden" name="game" value={id} />
      <Submit of={form} size="small" look="quiet" aria-label={`Remove ${title}`}>
        <X aria-hidden="true" /> Remove
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function UnpinAllForm({ row }: { row: string }) {
  const form = useForm(listRules, { intent: 'unpin-all' })
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="list" value={row} />
      <Submit of={form} look="quiet" size="small">
        {isPicked(row) ? 'Make it automatic' : 'Remove all'}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
