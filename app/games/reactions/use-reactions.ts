import { useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { loginHrefHere } from '../../accounts/login-href.ts'
import { useAction } from '../../forms/use-action.ts'
import { usePlayer } from '../../accounts/use-player.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { type Reaction, REACTION_MESSAGES, type Votes } from './reaction-rules.ts'

/** The votes of a game and the player's reaction, as loaded with the page. Each page load creates a new object. */
export type ReactedGame = Votes & { id: number; reaction: Reaction | null }

type State = Votes & { reaction: Reaction | null; isBusy: boolean }

/** Changes since the page was loaded. After a reload the game is a new object, which starts without changes. */
const states = new WeakMap<ReactedGame, State>()
const listeners = new Set<() => void>()

/**
 * Returns the reactions to a game, which are the same in all components that show it, and `react`, which handles a
 * click on like or dislike.
 */
export function useReactions(game: ReactedGame): State & { react: (pressed: Reaction) => void } {
  const isPlayer = usePlayer() !== null
  const state = useSyncExternalStore(
    subscribe,
    () => stateOf(game),
    () => stateOf(game),
  )
  const { act } = useAction()
  const react = (pressed: Reaction) => {
    const before = stateOf(game)
    if (before.isBusy) return
    if (!isPlayer) return void recount(game)
    const reaction = before.reaction === pressed ? null : pressed
    act<Votes>({
      ...(reaction ? { method: 'PUT', body: { reaction } } : { method: 'DELETE' }),
      path: pathOf(game),
      failed: REACTION_MESSAGES[pressed].failed,
      ofPage: true,
      show: () => {
        setState(game, { ...reacted(before, reaction), isBusy: true })
        return () => setState(game, before)
      },
      onDone: (votes) => {
        setState(game, { ...votes, reaction, isBusy: false })
        if (reaction) showToast({ title: REACTION_MESSAGES[reaction].thanks, ofPage: true })
      },
    })
  }
  return { ...state, react }
}

/** Reloads the counts, which is all that a visitor's click does (docs/product.md#reactions-and-shares). */
async function recount(game: ReactedGame): Promise<void> {
  showToast({
    title: REACTION_MESSAGES.visitor,
    tone: 'neutral',
    action: { label: 'Login', href: loginHrefHere() },
  })
  setState(game, { ...stateOf(game), isBusy: true })
  const votes = await fetch(pathOf(game))
    .then((answer) => (answer.ok ? (answer.json() as Promise<Votes>) : null))
    .catch(() => null)
  setState(game, { ...stateOf(game), ...votes, isBusy: false })
}

function reacted({ likes, dislikes, reaction: was }: State, is: Reaction | null): Omit<State, 'isBusy'> {
  return {
    likes: likes + Number(is === 'like') - Number(was === 'like'),
    dislikes: dislikes + Number(is === 'dislike') - Number(was === 'dislike'),
    reaction: is,
  }
}

function stateOf(game: ReactedGame): State {
  let state = states.get(game)
  if (!state) {
    const { likes, dislikes, reaction } = game
    states.set(game, (state = { likes, dislikes, reaction, isBusy: false }))
  }
  return state
}

function setState(game: ReactedGame, state: State): void {
  states.set(game, state)
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function pathOf({ id }: ReactedGame): string {
  return href('/game/:id/reaction', { id: String(id) })
}
