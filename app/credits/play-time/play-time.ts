import { href } from 'react-router'
import { countOf, formatCount } from '../../lib/text.ts'
import { updateCredits } from '../fresh-credits.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { BEAT_S, MINUTES_A_DAY } from '../credit-rules.ts'

/** Time in ms without input on the page or focus in the game after which a player counts as away. */
const IDLE_MS = 5 * 60_000

/** Delay in ms before a beat without a response is sent once more. It is short enough that the beat still counts. */
const AGAIN_MS = 5000

const HANDS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

type Counted = { credits: number; minutes: number; total: number | null }

/**
 * Reports to the server while a game is played in a visible tab (play-time.server.ts). Returns a function that stops
 * the reports. Time after the day's last credit counts for the player's most played games. In the state `away`, nobody
 * is playing until the player returns. In `failed`, the session could not be started: the next tick tries again, or the
 * player's return to the tab, but not each movement of the pointer. In `replaced`, another tab or device counts the
 * time until the player returns to this tab. In `over`, the player is signed out.
 */
export function measurePlayTime(gameId: number): () => void {
  let state: 'away' | 'starting' | 'failed' | 'playing' | 'replaced' | 'over' = 'away'
  let playId = ''
  let handAt = performance.now()
  let hadFocus = true
  let starts = 0
  let again: ReturnType<typeof setTimeout> | undefined

  const isPresent = () => document.visibilityState === 'visible' && (isInGame() || performance.now() - handAt < IDLE_MS)

  async function start() {
    state = 'starting'
    const at = ++starts
    const isWanted = () => state === 'starting' && at === starts
    const { status, answer } = await post<{ id: string }>(href('/plays'), { gameId })
    if (!isWanted()) return
    if (answer) [playId, state] = [answer.id, 'playing']
    else state = FINAL.includes(status) ? 'over' : 'failed'
  }

  async function beat(isSecondTry = false) {
    const id = playId
    const { status, answer } = await post<Counted>(href('/plays/:id/beats', { id }))
    if (answer) return showCounted(answer)
    if (id !== playId || state !== 'playing') return
    if (status === 409) state = 'replaced'
    else if (status === 404) state = 'away'
    else if (FINAL.includes(status)) state = 'over'
    else if (!isSecondTry) again = setTimeout(() => state === 'playing' && void beat(true), AGAIN_MS)
  }

  function showCounted({ credits, minutes, total }: Counted) {
    if (total !== null) updateCredits(total)
    const balance = total === null ? '' : ` You have ${formatCount(total)} now.`
    if (credits > 0 && minutes === credits) {
      showToast({
        title: `+${countOf(credits, 'credit')} for playing`,
        text: `Each minute earns one, up to ${MINUTES_A_DAY} a day.${balance}`,
        tone: 'neutral',
      })
    } else if (credits > 0 && minutes >= MINUTES_A_DAY) {
      showToast({
        title: `${MINUTES_A_DAY} of ${MINUTES_A_DAY} credits for playing today`,
        text: `You can earn more after midnight UTC.${balance}`,
        tone: 'neutral',
      })
    }
  }

  /** Sends the last beat with `keepalive`, so that the request continues after the page is closed. */
  function leave() {
    clearTimeout(again)
    if (state === 'playing') {
      void fetch(href('/plays/:id/beats', { id: playId }), { method: 'POST', keepalive: true }).catch(() => {})
    }
    if (state === 'playing' || state === 'starting') state = 'away'
  }

  function tick() {
    const hasFocus = document.hasFocus()
    const returned = hasFocus && !hadFocus
    hadFocus = hasFocus
    if (state === 'playing') {
      if (isPresent()) void beat()
      else state = 'away'
    }
    const isWaiting = state === 'away' || state === 'failed' || (state === 'replaced' && returned)
    if (isWaiting && isPresent()) void start()
  }

  function seen() {
    if (document.visibilityState !== 'visible') return leave()
    handAt = performance.now()
    if (state === 'away' || state === 'failed' || state === 'replaced') void start()
  }

  function hand() {
    handAt = performance.now()
    if (state === 'away' && document.visibilityState === 'visible') void start()
  }

  const ticking = setInterval(tick, BEAT_S * 1000)
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('focus', seen)
  window.addEventListener('pagehide', leave)
  for (const name of HANDS) window.addEventListener(name, hand, { passive: true })
  if (document.visibilityState === 'visible') void start()

  return () => {
    leave()
    state = 'over'
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('focus', seen)
    window.removeEventListener('pagehide', leave)
    for (const name of HANDS) window.removeEventListener(name, hand)
  }
}

/**
 * Whether the game's frame has the focus. The page does not receive keyboard and pointer events inside a frame, but it
 * can check the focus.
 */
function isInGame(): boolean {
  return document.hasFocus() && document.activeElement instanceof HTMLIFrameElement
}

/** Statuses after which a retry cannot succeed: invalid request, signed out, or no such game. */
const FINAL = [400, 401, 404]

/**
 * Sends a POST request. Unlike `send`, does not announce a sign-out: a timer must not interrupt the player, who sees it
 * on their next action. Returns status 0 if there is no response, and a null answer unless the request succeeded.
 */
async function post<Answer>(path: string, body?: object): Promise<{ status: number; answer: Answer | null }> {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(path, { method: 'POST', ...(body && { headers, body: JSON.stringify(body) }) })
    return { status: response.status, answer: response.ok ? ((await response.json()) as Answer) : null }
  } catch {
    return { status: 0, answer: null }
  }
}
