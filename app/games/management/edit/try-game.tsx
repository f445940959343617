import { useState } from 'react'
import { Stage, type StageGame } from '../../stage/stage.tsx'

/** Plays the game as players get it, in the same sandbox. The frame is created once this is opened. Nothing counts. */
export function TryGame({ game }: { game: StageGame }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="try-game" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="button button-secondary">Play this game</summary>
      <p className="quiet">
        As players get it, in the same sandbox. It counts neither as a play nor as a failed start.
      </p>
      {isOpen && <Stage key={game.frame?.src} game={game} isPreview />}
      <noscript>
        <p>Games need JavaScript.</p>
      </noscript>
    </details>
  )
}
