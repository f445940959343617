import { Pin } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { fieldText } from '../../../forms/read-form.ts'
import { StatusChip } from '../../../games/management/edit/status-card.tsx'
import { TERM_MAX } from '../../../games/management/table/table-rules.ts'
import { cleanTerm } from '../../../games/search/search-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { gameRules, homeRowHref } from '../arrangement-rules.ts'
import type { ChosenGame } from '../load-edited.server.ts'

type Found = ChosenGame & { isChosen: boolean }

const TYPED_MS = 250

/**
 * Searches games by title, public ones first, and adds one to the row. With JavaScript, results update while the
 * operator types.
 */
export function FindGames({ row, q, found }: { row: string; q: string; found: Found[] | null }) {
  const navigate = useNavigate()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    const term = cleanTerm(fieldText(new FormData(form), 'q'))
    void navigate(homeRowHref(row, term), { replace: true, preventScrollReset: true })
  }
  return (
    <section className="console-card" aria-labelledby="find">
      <h2 id="find">Add a game</h2>
      <form
        role="search"
        aria-label="Games to add"
        className="arranged-title"
        action={href('/admin/home-page/rows/:row', { row })}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(currentTarget), TYPED_MS)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          search(event.currentTarget)
        }}
      >
        <TextField
          label="Search titles"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={TERM_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <noscript>
          <Button type="submit">Search</Button>
        </noscript>
      </form>
      <div role="status">
        {found && (
          <p className="quiet">
            {found.length
              ? 'Public games first, then by plays this week'
              : 'No game matches these words. Check the spelling.'}
          </p>
        )}
      </div>
      {found && found.length > 0 && (
        <ul className="found-games">
          {found.map((game) => (
            <li key={game.id} className="chosen-game">
              <img src={game.src} alt="" width="96" height="54" loading="lazy" />
              <div>
                <span className="chosen-name" dir="auto">
                  {game.title}
                </span>
                {game.status !== 'published' && <StatusChip status={game.status} />}
              </div>
              <PinForm row={row} game={game} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PinForm({ row, game: { id, title, isChosen } }: { row: string; game: Found }) {
  const form = useForm(gameRules, { intent: 'pin' })
  if (isChosen) return <span className="quiet">Added</span>
  return (
    <Form of={form} className="arranged-form">
      <input type="hidden" name="list" value={row} />
      <input type="hidden" name="game" value={id} />
      <Submit of={form} size="small" busy="Adding..." aria-label={`Add ${title}`}>
        <Pin aria-hidden="true" /> Add
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
