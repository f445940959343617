import { Suspense, useState } from 'react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { countOf } from '../../../lib/text.ts'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { late } from '../../../ui/floating/late.tsx'
import { LIMITS } from '../../management/management-rules.ts'
import { brokenGamesHref, type BrokenQuery } from '../health-rules.ts'
import { BrokenRow } from './broken-row.tsx'
import { selectionRules } from './broken-rules.ts'
import type { BrokenGame } from './list-broken-games.server.ts'

const PlayDrawer = late(() => import('../../management/table/play-drawer.tsx'))

/** A page of games with their evidence, the actions for each game, and the actions for the selection. */
export function BrokenGames({ games, query }: { games: BrokenGame[]; query: BrokenQuery }) {
  const back = brokenGamesHref(query)
  const [played, setPlayed] = useState<BrokenGame | null>(null)
  const [ticked, setTicked] = useState<number[]>([])
  const picked = games.map(({ id }) => id).filter((id) => ticked.includes(id))
  const form = useForm(selectionRules, { onDone: () => setTicked([]) })
  return (
    <>
      <Form of={form} className="broken-bar">
        <label className="checkbox needs-script">
          <input
            type="checkbox"
            checked={picked.length === games.length}
            onChange={({ currentTarget: { checked } }) => setTicked(checked ? games.map(({ id }) => id) : [])}
          />
          Select this page
        </label>
        <Submit of={form} size="small" name="intent" value="check">
          Check again
        </Submit>
        <Submit of={form} size="small" name="intent" value="dismiss">
          Dismiss
        </Submit>
        <details className="console-more" open={form.errors.reason !== undefined || undefined}>
          <summary className="button button-secondary button-small">Hide...</summary>
          <div className="broken-reason">
            <TextField
              {...form.field('reason')}
              label="Reason"
              hint="only operators see it"
              maxLength={LIMITS.reason}
            />
            <Submit of={form} name="intent" value="hide">
              Hide the selected games
            </Submit>
          </div>
        </details>
        <span role="status" className="broken-count">
          {picked.length > 0 && `${countOf(picked.length, 'game')} selected`}
        </span>
        <FormError error={form.error} />
      </Form>
      <ul className="broken-games">
        {games.map((game) => (
          <li key={game.id}>
            <BrokenRow
              game={game}
              back={back}
              formId={form.id}
              isPicked={picked.includes(game.id)}
              onPick={(isPicked) => setTicked(isPicked ? [...picked, game.id] : picked.filter((id) => id !== game.id))}
              onPlay={() => setPlayed(game)}
            />
          </li>
        ))}
      </ul>
      {played && (
        <Suspense>
          <PlayDrawer key={played.id} game={played} back={back} onClose={() => setPlayed(null)} />
        </Suspense>
      )}
    </>
  )
}
