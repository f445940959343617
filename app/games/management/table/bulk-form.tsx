import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { countOf } from '../../../lib/text.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/floating/toast.tsx'
import { BULK_ACTIONS, bulkHref, bulkLabel, findBulkAction, readPicked } from '../bulk/bulk-rules.ts'
import { countLabel, type GamesQuery, gamesQueryText } from './table-rules.ts'

type Props = {
  query: GamesQuery
  /** The number of games on this page, and of all that match, capped. */
  shown: number
  count: number
  /** The table with a checkbox for each game. */
  children: ReactNode
}

/**
 * The form around the table: selects games and an action, which the next page confirms. Works without JavaScript. With
 * Shift, a click selects all games from the last clicked one to this one.
 */
export function BulkForm({ query, shown, count, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [picked, setPicked] = useState({ games: 0, all: false })
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="game"]') ?? [])]
  const recount = () =>
    setPicked({
      games: boxes().filter(({ checked }) => checked).length,
      all: new FormData(form.current as HTMLFormElement).has('all'),
    })
  // Another page or filter replaces the table's checkboxes.
  const tableChanged = useEffectEvent(recount)
  useEffect(() => tableChanged(), [children])

  const last = useRef<HTMLInputElement>(null)
  function clicked({ target, shiftKey }: MouseEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || target.name !== 'game') return
    const all = boxes()
    // -1 after another page was opened.
    const from = last.current ? all.indexOf(last.current) : -1
    const to = all.indexOf(target)
    if (shiftKey && from >= 0)
      for (const box of all.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked
    last.current = target
    recount()
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const params = new URLSearchParams(new FormData(event.currentTarget) as never)
    const action = findBulkAction(params.get('action') ?? '')
    const games = readPicked(params)
    if (!action) return showToast({ title: 'Choose an action', tone: 'error' })
    if ('ids' in games && !games.ids.length) return showToast({ title: 'Select games first', tone: 'error' })
    void navigate(bulkHref(action, games, query))
  }

  return (
    // Keys click a checkbox, too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <form ref={form} action={href('/admin/games/bulk')} onSubmit={send} onChange={recount} onClick={clicked}>
      <input type="hidden" name="filter" value={gamesQueryText(query)} />
      <div className="bulk-bar" role="group" aria-label="Actions on selected games">
        <label className="checkbox needs-script">
          <input
            type="checkbox"
            checked={picked.games === shown}
            onChange={({ currentTarget: { checked } }) => {
              for (const box of boxes()) box.checked = checked
              recount()
            }}
          />
          Select this page
        </label>
        {count > shown && (
          // Other filters have other games.
          <label className="checkbox" key={gamesQueryText(query)}>
            <input type="checkbox" name="all" value="1" />
            All {countLabel(count)}, not only this page
          </label>
        )}
        <div className="bulk-bar-action">
          <select className="input" name="action" aria-label="Action" defaultValue="">
            <option value="">Action...</option>
            {BULK_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {bulkLabel(action)}
              </option>
            ))}
          </select>
          <Button type="submit">Continue</Button>
          <span role="status" className="bulk-bar-count">
            {picked.all
              ? `${countLabel(count)} selected`
              : picked.games > 0 && `${countOf(picked.games, 'game')} selected`}
          </span>
        </div>
      </div>
      {children}
    </form>
  )
}
