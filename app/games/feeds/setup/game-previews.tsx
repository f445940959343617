import { CircleAlert } from 'lucide-react'
import { countOf, formatCount } from '../../../lib/text.ts'
import { reasonText } from '../review/run-texts.ts'
import type { Preview } from './preview.server.ts'

/** The first games of a feed as they would be imported. */
export function GamePreviews({ preview: { games, entries, rejected } }: { preview: Preview }) {
  return (
    <section className="console-card new-feed-games" aria-labelledby="games">
      <h2 id="games">First games</h2>
      <p role="status">
        {rejected === 0
          ? acceptedText(entries)
          : `${formatCount(rejected)} of the first ${countOf(entries, 'entry', 'entries')} cannot be imported.`}
      </p>
      <ul>
        {games.map((game, at) => (
          // The same game may occur twice.
          <li key={`${at} ${game.url}`} data-rejected={game.reason !== null || undefined}>
            <strong dir="auto">{game.title || 'No title'}</strong>
            {game.reason === null ? (
              <>
                <span className="chips">
                  {game.categories.map((category) => (
                    <span key={category} className="chip">
                      {category}
                    </span>
                  ))}
                </span>
                {game.description && <p dir="auto">{game.description}</p>}
                <dl>
                  <div>
                    <dt>Plays at</dt>
                    <dd>{game.url}</dd>
                  </div>
                  <div>
                    <dt>Picture</dt>
                    <dd>{game.picture ?? 'None: the portal draws a poster'}</dd>
                  </div>
                </dl>
              </>
            ) : (
              <p className="field-error">
                <CircleAlert aria-hidden="true" /> {reasonText(game.reason)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function acceptedText(entries: number): string {
  return entries === 1
    ? 'The first entry can be imported.'
    : `All of the first ${formatCount(entries)} entries can be imported.`
}
