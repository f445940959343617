import { RotateCw } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { Loader } from '../../ui/bulbs.tsx'
import { Button } from '../../ui/button.tsx'
import { focusIfLost } from '../../ui/floating/focus-if-lost.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { gameHref } from '../catalogue/games-href.ts'
import { FRAME_ALLOWS, type GameFrame, sandboxOf } from './game-frame.ts'
import type { Picture } from '../pictures/picture.server.ts'
import { frameName, savedName } from './saved-games.ts'
import { useInstead } from './use-instead.ts'
import { useGameFrame } from './use-game-frame.ts'
import { useRecentGame } from '../recent/use-recent-game.ts'

export type Framed = {
  id: number
  slug: string
  title: string
  picture: Picture
  categories: string[]
  frame: GameFrame | null
}

/** A game of a fixed ratio is wide from this one on, and an upright phone then shows a hint to turn it. */
const WIDE = 1.2

type Props = {
  game: Framed
  /** Refers to the frame while there is one. */
  iframe: RefObject<HTMLIFrameElement | null>
  /** Called with true when the game has loaded, and with false when it is removed. Must not change between renders. */
  onPlaying?: (isPlaying: boolean) => void
  /**
   * Called when the player moves the focus back to the page (docs/product.md#keyboard). Must not change between
   * renders.
   */
  onLeave?: () => void
  /** For operators: nothing counts, and a failure offers no other game. */
  isPreview?: boolean | undefined
}

/** The game in its frame, and its loading and failed states. */
export function FramedGame({ game, iframe, onPlaying, onLeave, isPreview }: Props) {
  const { title, frame } = game
  const { state, isPlayed, attempt, isLastAttempt, loaded, retry } = useGameFrame(game, iframe, { onLeave, isPreview })
  useEffect(() => onPlaying?.(isPlayed), [isPlayed, onPlaying])
  useRecentGame(game, isPlayed && !isPreview)
  const ratio = frame?.ratio ?? 16 / 9
  return (
    <div
      className="stage-game"
      data-shape={ratio < 1 ? 'tall' : 'wide'}
      data-fixed={frame?.hasFixedRatio || undefined}
      data-turns={(frame?.hasFixedRatio && ratio >= WIDE) || undefined}
      data-failed={state === 'failed' || undefined}
      style={{ '--ratio': ratio } as React.CSSProperties}
    >
      {frame && state !== 'waiting' && state !== 'failed' && (
        <iframe
          key={attempt}
          ref={iframe}
          name={frame.isSelfHosted ? frameName(savedName(game), location.hash) : undefined}
          title={title}
          sandbox={sandboxOf(frame)}
          allow={FRAME_ALLOWS}
          referrerPolicy="strict-origin-when-cross-origin"
          src={frame.src}
          onLoad={loaded}
        />
      )}
      {state === 'failed' ? (
        <Failed
          game={game}
          isLastAttempt={isLastAttempt}
          isPreview={isPreview}
          onRetry={() => {
            retry()
            focusIfLost(() => iframe.current)
          }}
        />
      ) : (
        state !== 'playing' && <Loading game={game} />
      )}
    </div>
  )
}

function Loading({ game }: { game: Framed }) {
  return (
    <div className="stage-cover">
      <Backdrop game={game} />
      <span className="stage-loading">
        <Loader label={`Loading ${game.title}`} />
        <p>Loading {game.title}</p>
      </span>
      <p className="stage-stuck">
        The game failed to load. <a href={gameHref(game.slug)}>Reload the page</a>
      </p>
      <noscript>
        <p>Games need JavaScript. Enable it in your browser and reload this page.</p>
      </noscript>
    </div>
  )
}

/** The game's picture, blurred. */
function Backdrop({ game: { picture } }: { game: Framed }) {
  return <img className="stage-backdrop" src={picture.src} alt="" width="640" height="360" />
}

type FailedProps = { game: Framed; isLastAttempt: boolean; isPreview?: boolean | undefined; onRetry: () => void }

/** Not an alert, since a toast already announces the failure. */
function Failed({ game, isLastAttempt, isPreview, onRetry }: FailedProps) {
  const navigate = useNavigate()
  const findAnother = () => {
    void navigate(href('/games'))
    showToast({ title: "Let's find you a working game!", tone: 'neutral' })
  }
  return (
    <div className="stage-cover">
      <Backdrop game={game} />
      <img className="stage-poster" src={game.picture.src} alt="" width="640" height="360" />
      <h2>Oops! Game failed to load</h2>
      <div className="buttons">
        <Button look={isLastAttempt ? 'secondary' : 'primary'} onClick={onRetry}>
          <RotateCw aria-hidden="true" /> Retry
        </Button>
        {!isPreview && (
          <Button look={isLastAttempt ? 'primary' : 'secondary'} onClick={findAnother}>
            Find Another Game
          </Button>
        )}
      </div>
      {!isPreview && <Instead slug={game.slug} />}
    </div>
  )
}

function Instead({ slug }: { slug: string }) {
  const instead = useInstead(slug)
  if (!instead.length) return null
  return (
    <>
      <p id="stage-instead">Or play one of these</p>
      <ul className="stage-instead" aria-labelledby="stage-instead">
        {instead.map(({ slug, title, picture }) => (
          <li key={slug}>
            <a href={gameHref(slug)}>
              <img src={picture.small} alt="" width="320" height="180" />
              <span dir="auto">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
