import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import type { SavedView } from './saved-views.server.ts'
import {
  type GamesQuery,
  gamesQueryText,
  gamesTableHref,
  readGamesQuery,
  VIEW_NAME_MAX,
  viewDeletionRules,
  viewRules,
} from './table-rules.ts'

type Props = { query: GamesQuery; views: SavedView[] }

/** Tabs of all games and each saved view, and the form that saves or deletes the current one. */
export function GamesViews({ query, views }: Props) {
  const text = gamesQueryText(query)
  const current = views.find((view) => gamesQueryText(readGamesQuery(new URLSearchParams(view.query))) === text)
  return (
    <div className="games-views">
      <nav className="tabs" aria-label="Views">
        <a href={gamesTableHref()} aria-current={text ? undefined : 'page'}>
          All games
        </a>
        {views.map((view) => (
          <a
            key={view.id}
            href={gamesTableHref(readGamesQuery(new URLSearchParams(view.query)))}
            aria-current={view === current ? 'page' : undefined}
          >
            {view.name}
          </a>
        ))}
      </nav>
      {current && <DeleteView key={current.id} view={current} />}
      {!current && text && <SaveView key={text} query={text} />}
    </div>
  )
}

function SaveView({ query }: { query: string }) {
  const form = useForm(viewRules, { intent: 'save-view' })
  return (
    <details className="console-more" open={Boolean(form.error)}>
      <summary className="button button-quiet button-small">Save view...</summary>
      <Form of={form} className="games-view-form">
        <input type="hidden" name="query" value={query} />
        <TextField
          {...form.field('name')}
          label="Name of the view"
          hint="all operators see it"
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          required
        />
        <Submit of={form} busy="Saving...">
          Save
        </Submit>
        <FormError error={form.error} />
      </Form>
    </details>
  )
}

function DeleteView({ view: { id, name } }: { view: SavedView }) {
  const form = useForm(viewDeletionRules, { intent: 'delete-view' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="id" value={id} />
      <Submit of={form} look="quiet" size="small" busy="Deleting..." aria-label={`Delete the view ${name}`}>
        Delete view
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
