import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { useAction } from '../../forms/use-action.ts'
import { usePlayer } from '../../accounts/use-player.ts'
import { SectionHeader } from '../../ui/section-header.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import { CardAction } from '../cards/card-action.ts'
import type { Card } from '../cards/card.server.ts'
import { RowCards } from '../cards/game-row.tsx'
import { cardOfLocal, localRecent, type LocalGame } from './local-recent.ts'
import { RECENT_FILLED, RECENT_IN_ROW } from './recent-rules.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useUnavailable } from './use-unavailable.ts'

const TITLE = 'Continue playing'
const ID = 'continue-playing'
const NONE: readonly LocalGame[] = []

/**
 * The row of recently played games. `games` are those of the account. A visitor's games are read from the browser's
 * storage after hydration; until then the row reserves its height. `similar` games are added to a short row.
 */
export function ContinuePlaying({ games, similar }: { games: Card[]; similar: Card[] }) {
  const local = useSyncExternalStore<readonly LocalGame[] | null>(localRecent.subscribe, localRecent.get, () => null)
  const { isRemoved, remove, clear } = useRemoveRecent()
  const row = useRef<HTMLUListElement>(null)
  const unavailable = useUnavailable((local ?? NONE).slice(0, RECENT_IN_ROW).map(({ id }) => id))
  const localCards = (local ?? NONE).map((game) => cardOfLocal(game, unavailable.includes(game.id)))
  const shown = [...new Map([...localCards, ...games].map((game) => [game.id, game])).values()]
    .filter(({ id }) => !isRemoved(id))
    .slice(0, RECENT_IN_ROW)
  const filling = similar
    .filter(({ id }) => !shown.some((game) => game.id === id))
    .slice(0, Math.max(0, RECENT_FILLED - shown.length))
  useFocusInside(row)

  const action = (game: Card) => (
    <button
      type="button"
      className="card-action"
      aria-label={`Remove ${game.title} from ${TITLE}`}
      title="Remove"
      onClick={() => remove(game.id)}
    >
      <span>
        <X aria-hidden="true" />
      </span>
    </button>
  )

  if (!shown.length) return local === null ? <Placeholder /> : null
  return (
    <section aria-labelledby={ID}>
      <SectionHeader id={ID} title={filling.length ? `${TITLE} & more` : TITLE}>
        {local && (
          <button type="button" className="view-all" aria-label={`Clear: ${TITLE}`} onClick={clear}>
            Clear
          </button>
        )}
      </SectionHeader>
      <ul className="row" ref={row}>
        <CardAction value={local ? action : null}>
          <RowCards games={shown} />
        </CardAction>
        <RowCards games={filling} />
      </ul>
    </section>
  )
}

/** A placeholder of the row's height. CSS shows it only if `RECENT_SCRIPT` has found games in the browser's storage. */
function Placeholder() {
  return (
    <section className="recent-placeholder" aria-hidden="true">
      <SectionHeader title={TITLE} />
      <div className="row">
        <div className="card">
          <span className="card-picture" />
          <span className="card-title">&nbsp;</span>
          <span className="card-chips" />
        </div>
      </div>
    </section>
  )
}

/** Removes games from the row at once, and restores them if the request fails. */
function useRemoveRecent() {
  const isPlayer = usePlayer() !== null
  // Other parts of the page depend on the recently played games.
  const refresh = useRefresh()
  const { act } = useAction()
  const [removed, setRemoved] = useState<ReadonlySet<number> | 'all'>(new Set<number>())
  const failed = 'Failed to update your recently played games'

  const remove = (id: number) => {
    localRecent.remove([id])
    if (!isPlayer) return
    const show = () => {
      setRemoved((was) => (was === 'all' ? was : new Set(was).add(id)))
      return () => setRemoved((was) => (was === 'all' ? was : new Set([...was].filter((other) => other !== id))))
    }
    const path = href('/recent-games/:gameId', { gameId: String(id) })
    act({ method: 'DELETE', path, show, onDone: refresh, failed })
  }

  const clear = () => {
    localRecent.remove(localRecent.getFresh().map(({ id }) => id))
    const showCleared = () => showToast({ title: 'Your recently played games have been cleared' })
    if (!isPlayer) return showCleared()
    const show = () => {
      setRemoved('all')
      return () => setRemoved(new Set())
    }
    const onDone = () => {
      showCleared()
      return refresh()
    }
    act({ method: 'DELETE', path: href('/recent-games'), show, onDone, failed })
  }

  return { isRemoved: (id: number) => removed === 'all' || removed.has(id), remove, clear }
}

/**
 * If the card with the focused button is removed, moves the focus to the next card's button, or to the main content.
 */
function useFocusInside(row: RefObject<HTMLUListElement | null>): void {
  const last = useRef<{ button: Element; at: number }>(null)
  useEffect(() => {
    const list = row.current
    const focused = ({ target }: FocusEvent) => {
      const button = target as Element
      last.current = { button, at: [...list!.children].indexOf(button.closest('li')!) }
    }
    list?.addEventListener('focusin', focused)
    if (last.current && !last.current.button.isConnected) {
      const buttons = list?.querySelectorAll<HTMLElement>('.card-action') ?? []
      const next = buttons[Math.min(last.current.at, buttons.length - 1)] ?? document.getElementById('main')
      last.current = null
      if (document.activeElement === document.body) next?.focus({ preventScroll: true })
    }
    return () => list?.removeEventListener('focusin', focused)
  })
}
