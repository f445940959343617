import { isRouteErrorResponse } from 'react-router'
import { RowCards } from '../games/cards/game-row.tsx'
import { ErrorScreen } from '../shell/error-screen.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import type { MissingGame } from './absent-game.server.ts'

/** The error screen of a game's page. If the game is not public, games like it follow. */
export function MissingGameScreen({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) throw error
  const { games = [] } = (error.data ?? {}) as Partial<MissingGame>
  return (
    <>
      <ErrorScreen error={error} />
      {games.length > 0 && (
        <section className="similar-games" aria-labelledby="similar-games">
          <SectionHeader id="similar-games" title="Similar games" />
          <ul className="card-grid">
            <RowCards games={games} />
          </ul>
        </section>
      )}
    </>
  )
}
