import { ExternalLink, Maximize, Minimize, Smartphone } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../lib/text.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { ShareMenu } from '../../site/share-menu.tsx'
import { FramedGame, type Framed } from './framed-game.tsx'
import { LEAVE_HINT, useLeaveHint } from './use-leave-hint.ts'
import { usePageStillness } from './use-page-stillness.ts'

export type StageGame = Framed & { views: number }

type Props = {
  game: StageGame
  /** Like and dislike, as buttons of the bar. */
  reactions?: ReactNode
  /** Buttons of other domains for the bar, such as the wishlist's. */
  actions?: ReactNode
  /** As in `FramedGame`. */
  onPlaying?: (isPlaying: boolean) => void
  /** As in `FramedGame`. The bar then has no links to share or open the game. */
  isPreview?: boolean
}

/** The game in its frame, and the bar of actions for it. */
export function Stage({ game, reactions, actions, onPlaying, isPreview }: Props) {
  const { title, frame } = game
  const stage = useRef<HTMLDivElement>(null)
  const iframe = useRef<HTMLIFrameElement>(null)
  const { isFull, toggle } = useFullscreen(stage, iframe)
  usePageStillness(iframe)
  const bar = useRef<HTMLDivElement>(null)
  const focusBar = useCallback(() => bar.current?.focus({ preventScroll: true }), [])
  const [isPlaying, setPlaying] = useState(false)
  const isHinting = useLeaveHint(isPlaying && frame?.isSelfHosted === true)
  const reportPlaying = useCallback(
    (now: boolean) => {
      setPlaying(now)
      onPlaying?.(now)
    },
    [onPlaying],
  )

  return (
    <div ref={stage} className="stage" data-full={isFull || undefined}>
      <FramedGame game={game} iframe={iframe} onPlaying={reportPlaying} onLeave={focusBar} isPreview={isPreview} />
      <p className="stage-turn">
        <Smartphone aria-hidden="true" /> Turn your phone: this game needs a wide screen.
      </p>
      <div ref={bar} className="stage-bar" role="group" aria-label={`Actions for ${title}`} tabIndex={-1}>
        <span role="status" className="sr-only">
          {isHinting && LEAVE_HINT}
        </span>
        <div className="stage-name">
          <img src={game.picture.small} alt="" width="56" height="32" />
          <span>
            <b dir="auto">{title}</b>
            <small aria-hidden={isHinting || undefined}>{isHinting ? LEAVE_HINT : countOf(game.views, 'play')}</small>
          </span>
        </div>
        {reactions}
        {actions}
        {!isPreview && <ShareMenu triggerClassName="icon-button" />}
        {frame && !isPreview && (
          <a
            className="icon-button"
            href={frame.isSelfHosted ? href('/games/:slug/play', { slug: game.slug }) : frame.src}
            target="_blank"
            rel="noopener"
            aria-label="Open in new tab"
            title="Open in new tab"
          >
            <ExternalLink aria-hidden="true" />
          </a>
        )}
        <button
          type="button"
          className="icon-button needs-script"
          aria-label={isFull ? 'Leave fullscreen' : 'Fullscreen'}
          title={isFull ? 'Leave fullscreen' : 'Fullscreen'}
          onClick={toggle}
        >
          {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </button>
      </div>
    </div>
  )
}

/**
 * Fullscreen of an element. Where a browser does not support it for elements (phones of one maker), fills the page
 * instead. Entering and leaving focus the game: on the button, space would press it again.
 */
function useFullscreen(stage: RefObject<HTMLElement | null>, iframe: RefObject<HTMLIFrameElement | null>) {
  const [isFull, setFull] = useState(false)
  const wasFull = useRef(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === stage.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [stage])
  useEffect(() => {
    if (wasFull.current === isFull) return
    wasFull.current = isFull
    iframe.current?.focus({ preventScroll: true })
  }, [isFull, iframe])
  const toggle = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else if (!stage.current?.requestFullscreen) setFull(!isFull)
      else await stage.current.requestFullscreen()
    } catch {
      showToast({ title: "Couldn't enter fullscreen mode", tone: 'error', ofPage: true })
    }
  }
  return { isFull, toggle }
}
