import { href } from 'react-router'
import { formatMoment } from '../../lib/dates.ts'
import { countOf } from '../../lib/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { GameVersion } from './game-versions.server.ts'
import { sizeOf } from './size-of.ts'

/** The current version of an uploaded game, with a link to the others. */
export function VersionsSummary({ gameId, versions }: { gameId: number; versions: GameVersion[] }) {
  const current = versions.find(({ isCurrent }) => isCurrent)
  return (
    <section className="console-card" aria-labelledby="versions">
      <h2 id="versions">Version</h2>
      {current && (
        <p>
          <span dir="auto">{current.archive}</span>, {countOf(current.files, 'file')}, {sizeOf(current.bytes)}
          <br />
          <time className="quiet" dateTime={current.createdAt.toISOString()}>
            {formatMoment(current.createdAt)}
          </time>
        </p>
      )}
      <div>
        <ButtonLink look="secondary" href={href('/admin/games/:id/versions', { id: String(gameId) })}>
          {versions.length > 1 ? `All ${versions.length} versions, or a new one` : 'Upload a new version'}
        </ButtonLink>
      </div>
    </section>
  )
}
