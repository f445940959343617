import { Play } from 'lucide-react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { formatCount } from '../../../lib/text.ts'
import { FormError } from '../../../ui/fields/field.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { feedHref, MAX_GAMES, runHref, SHORT_SCHEDULES } from '../feed-form-rules.ts'
import { describeRun } from '../review/run-texts.ts'
import { StateChip } from '../review/state-chip.tsx'
import type { ListedFeed } from './list-feeds.server.ts'

/** All feeds, each with its last and next run and a button that starts a run. */
export function FeedsTable({ feeds, labels }: { feeds: ListedFeed[]; labels: Record<string, string> }) {
  return (
    <table className="feeds-table">
      <thead>
        <tr>
          <th scope="col">Feed</th>
          <th scope="col">Last run</th>
          <th scope="col">Next run</th>
          <th scope="col" data-column="number">
            Entries
          </th>
          <th scope="col" data-column="number">
            Games
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {feeds.map((feed) => (
          <Row key={feed.id} feed={feed} provider={labels[feed.provider] ?? feed.provider} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ feed, provider }: { feed: ListedFeed; provider: string }) {
  const { id, name, schedule, nextRunAt, mode, games, run } = feed
  return (
    <tr>
      <th scope="row" className="feeds-name">
        <a href={feedHref(id)} dir="auto">
          {name}
        </a>
        <small>
          {provider}, {mode === 'publish' ? 'publishes at once' : 'holds for review'}
        </small>
      </th>
      <td data-label="Last run" className="feeds-run">
        {run ? (
          <>
            <a href={runHref(run.id)} className="run-link">
              <StateChip run={run} />
              <span className="sr-only">: run {run.id}</span>
            </a>
            <span>{describeRun(run)}</span>
            <small>
              <LocalTime at={new Date(run.createdAt)} />
            </small>
          </>
        ) : (
          <span className="quiet">Never</span>
        )}
      </td>
      <td data-label="Next run" className="feeds-run">
        {nextRunAt ? <LocalTime at={nextRunAt} /> : <span className="quiet">None</span>}
        <small>{SHORT_SCHEDULES[schedule]}</small>
      </td>
      <td data-label="Entries" data-column="number">
        {run ? formatCount(run.entries) : '–'}
      </td>
      <td data-label="Games" data-column="number">
        {games > MAX_GAMES ? `${formatCount(MAX_GAMES)}+` : formatCount(games)}
        <span className="sr-only"> {games === 1 ? 'game' : 'games'}</span>
      </td>
      <td className="feeds-start">
        <RunNow id={id} name={name} />
      </td>
    </tr>
  )
}

type RunNowProps = { id: number; name: string; look?: 'primary'; label?: string }

/** The button that starts a run of a feed. */
export function RunNow({ id, name, look, label = 'Run now' }: RunNowProps) {
  const form = useForm(null, { action: feedHref(id), intent: 'run' })
  return (
    <Form of={form} className="console-form">
      <Submit of={form} look={look} size={look ? undefined : 'small'} busy="Starting...">
        <Play aria-hidden="true" /> {label} <span className="sr-only">: {name}</span>
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
