import { type RefObject, useEffect } from 'react'
import { Loader } from '../../ui/bulbs.tsx'
import { FailedGame, type OtherGame } from './failed-game.tsx'
import { FRAME_ALLOWS, type GameFrame, sandboxOf } from './game-frame.ts'
import type { Picture } from '../pictures/picture.server.ts'
import { frameName } from './saved-games.ts'
import { useGameFrame } from './use-game-frame.ts'
import { useRecentGame } from '../recent/use-recent-game.ts'

export type Framed = {
  id: number
  slug: string
  title: string
  picture: Picture
  categories: string[]
  frame: GameFrame | null
  instead: OtherGame[]
}

type Props = {
  game: Framed
  /** Given the frame while there is one. */
  iframe: RefObject<HTMLIFrameElement | null>
  /** Told when the game has loaded, and when it is gone again. Must not change between renders. */
  onPlaying?: (isPlaying: boolean) => void
  /** Told when the player gave the keyboard back to the page (docs/product.md, Playing). Must not change between renders. */
  onLeave?: () => void
}

/** The game in its frame, with its states. */
export function FramedGame({ game, iframe, onPlaying, onLeave }: Props) {
  const { title, frame } = game
  const { state, attempt, isLastAttempt, loaded, retry } = useGameFrame(game, iframe, onLeave)
  const isPlaying = state === 'playing'
  useEffect(() => onPlaying?.(isPlaying), [isPlaying, onPlaying])
  useRecentGame(game, isPlaying)
  const ratio = frame?.ratio ?? 16 / 9
  return (
    <div
      className="stage-game"
      data-shape={ratio < 1 ? 'tall' : 'wide'}
      data-adapts={frame?.isOurs || undefined}
      data-state={state}
      style={{ '--ratio': ratio } as React.CSSProperties}
    >
      {frame && state !== 'waiting' && state !== 'failed' && (
        <iframe
          key={attempt}
          ref={iframe}
          name={frame.isOurs ? frameName(game.slug, location.hash) : undefined}
          title={title}
          sandbox={sandboxOf(frame)}
          allow={FRAME_ALLOWS}
          referrerPolicy="strict-origin-when-cross-origin"
          src={frame.src}
          onLoad={loaded}
        />
      )}
      {state === 'failed' ? (
        <FailedGame poster={game.picture.src} instead={game.instead} isLastAttempt={isLastAttempt} onRetry={retry} />
      ) : (
        state !== 'playing' && <Loading game={game} />
      )}
    </div>
  )
}

function Loading({ game }: { game: Framed }) {
  return (
    <div className="stage-cover">
      <img src={game.picture.src} alt="" width="640" height="360" />
      <span className="js-only grid justify-items-center gap-4">
        <Loader label={`Loading ${game.title}`} />
        <p>Loading {game.title}</p>
      </span>
      <noscript>
        <p>Games need JavaScript. Switch it on in your browser and open this page again.</p>
      </noscript>
    </div>
  )
}
