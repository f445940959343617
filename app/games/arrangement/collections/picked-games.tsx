import { Plus, X } from 'lucide-react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { managedGameHref } from '../../management/management-rules.ts'
import { StatusChip } from '../../management/edit/status-card.tsx'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { TERM_MAX } from '../../management/table/table-rules.ts'
import { OrderList } from '../order-list.tsx'
import type { PickedGame } from './find-collections.server.ts'
import '../order-list.css'
import type { CollectionRow } from './save-collections.server.ts'

type Props = { collection: CollectionRow; picked: PickedGame[]; found: PickedGame[]; q: string }

/** The games of a hand-picked collection in order, and a search for more. */
export function PickedGames({ collection: { version }, picked, found, q }: Props) {
  const known = new Set(picked.map(({ id }) => id))
  return (
    <section className="picked-games">
      <form className="arrange-search" role="search" aria-label="Games to add">
        <TextField
          key={q}
          label="Find games to add"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={TERM_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">Search</Button>
      </form>
      {q && found.length === 0 && <p className="arrange-text">No game has “{q}” in its title.</p>}
      {found.length > 0 && (
        <ul className="order-list" aria-label="Games found">
          {found.map((game) => (
            <li key={game.id}>
              <div className="order-content">
                <GameLine game={game} />
              </div>
              {known.has(game.id) ? <span className="order-count">Added</span> : <AddGame game={game} />}
            </li>
          ))}
        </ul>
      )}
      <h2>{countOf(picked.length, 'game')}</h2>
      {picked.length ? (
        <OrderList
          label="Games in their order"
          intent="order"
          seen={{ version }}
          entries={picked.map((game) => ({
            key: String(game.id),
            name: game.title,
            content: <GameLine game={game} />,
            button: (
              <button
                type="submit"
                name="remove"
                value={game.id}
                className="icon-button"
                aria-label={`Remove ${game.title}`}
              >
                <X aria-hidden="true" />
              </button>
            ),
          }))}
        />
      ) : (
        <p className="arrange-text">Search for games above and add them.</p>
      )}
    </section>
  )
}

function GameLine({ game: { id, title, provider, status, picture } }: { game: PickedGame }) {
  return (
    <>
      <img src={picture.small} alt="" width="64" height="36" loading="lazy" />
      <span className="order-name">
        <a href={managedGameHref(id)} dir="auto">
          {title}
        </a>
        <small>{providerLabel(provider)}</small>
      </span>
      {status !== 'published' && <StatusChip status={status} />}
    </>
  )
}

function AddGame({ game: { id, title } }: { game: PickedGame }) {
  const form = useForm(null, { intent: 'add' })
  return (
    <Form of={form} className="order-steps">
      <input type="hidden" name="game" value={id} />
      <Submit of={form} size="small" busy="Adding..." aria-label={`Add ${title}`}>
        <Plus aria-hidden="true" /> Add
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
