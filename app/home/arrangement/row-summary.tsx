import { Pencil } from 'lucide-react'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { countOf } from '../../lib/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { BOARD, homeRowHref, rowRules, switchRules } from './arrangement-rules.ts'
import type { EditedRow } from './load-editor.server.ts'

/** A row in the list: its title, the first pictures that visitors see, and its actions. */
export function RowSummary({ row }: { row: EditedRow }) {
  const { title, isOff, note, isCollection } = row
  return (
    <div className="arranged-row" data-off={isOff || undefined}>
      <div className="arranged-name">
        <h3 dir="auto">{title}</h3>
        <Marks row={row} />
      </div>
      <div className="arranged-acts">
        {(row.takesGames || row.takesTitle) && <EditLink row={row} />}
        <SwitchForm row={row} />
        {isCollection && <RemoveForm row={row} />}
      </div>
      {!isOff && <Pictures row={row} />}
      {note && <p className="quiet">{note}</p>}
    </div>
  )
}

/** The board above all rows. It is always shown. */
export function BoardCard({ board }: { board: EditedRow }) {
  return (
    <section className="console-card arranged-board" aria-labelledby="board">
      <div className="arranged-name">
        <h2 id="board">{board.title}</h2>
        <Marks row={board} />
      </div>
      <div className="arranged-acts">
        <EditLink row={board} />
      </div>
      <Pictures row={board} />
    </section>
  )
}

function Marks({ row: { row, ownTitle, isOff, isCollection, chosen, unavailable, takesGames } }: { row: EditedRow }) {
  const isPicked = row === BOARD || row === 'carousel'
  return (
    <ul className="chips">
      {isOff && <li className="chip">Off</li>}
      {isCollection && <li className="chip">Collection</li>}
      {ownTitle && <li className="chip">Renamed from {ownTitle}</li>}
      {takesGames && isPicked && <li className="chip">{chosen ? `${chosen} picked by hand` : 'Automatic'}</li>}
      {!isPicked && chosen > 0 && <li className="chip">{chosen} pinned</li>}
      {unavailable > 0 && (
        <li className="chip arranged-bad">
          {countOf(unavailable, 'game')} {unavailable === 1 ? 'is' : 'are'} not public
        </li>
      )}
    </ul>
  )
}

function Pictures({ row: { pictures, more } }: { row: EditedRow }) {
  if (!pictures.length) return null
  return (
    <ul className="arranged-pictures">
      {pictures.map(({ id, title, src }) => (
        <li key={id}>
          <img src={src} alt={title} title={title} width="96" height="54" loading="lazy" />
        </li>
      ))}
      {more > 0 && <li className="quiet">+{more}</li>}
    </ul>
  )
}

function EditLink({ row: { row, title } }: { row: EditedRow }) {
  return (
    <ButtonLink size="small" href={homeRowHref(row)} aria-label={`Edit ${title}`}>
      <Pencil aria-hidden="true" /> Edit
    </ButtonLink>
  )
}

function SwitchForm({ row: { row, title, isOff } }: { row: EditedRow }) {
  const form = useForm(switchRules, { intent: 'switch' })
  const to = isOff ? 'on' : 'off'
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="row" value={row} />
      <input type="hidden" name="to" value={to} />
      <Submit of={form} size="small" look={isOff ? 'outline' : 'quiet'} aria-label={`Switch ${to} ${title}`}>
        Switch {to}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function RemoveForm({ row: { row, title } }: { row: EditedRow }) {
  const form = useForm(rowRules, { intent: 'remove' })
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="row" value={row} />
      <Submit of={form} size="small" look="quiet" aria-label={`Remove ${title}`}>
        Remove
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
