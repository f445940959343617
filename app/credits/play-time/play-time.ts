import { href } from 'react-router'
import { utcDay } from '../../lib/dates.ts'
import { countOf, formatCount } from '../../lib/text.ts'
import { updateCredits } from '../fresh-credits.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { BEAT_S, MINUTES_A_DAY } from '../credit-rules.ts'

/** Without input on the page or focus in the game, a player is away after this long, in ms. */
const IDLE_MS = 5 * 60_000

/** Delay in ms before a beat without a response is sent once more; it still counts then. */
const AGAIN_MS = 5000

const HANDS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

type Counted = { credits: number; minutes: number; total: number | null }

/**
 * Reports to the server while a game is played in a visible tab (play-time.server.ts). Returns a function that stops
 * it. `away`: nobody plays; ends when the player returns. `replaced`: another tab or device counts, until the player
 * returns to this one. `full`: the day has earned its maximum. `over`: the player is signed out.
 */
export function measurePlayTime(gameId: number): () => void {
  let state: 'away' | 'starting' | 'playing' | 'replaced' | 'full' | 'over' = 'away'
  let playId = ''
  let handAt = performance.now()
  let hadFocus = true
  let fullDay = ''
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
    else state = FINAL.includes(status) ? 'over' : 'away'
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
    if (minutes < MINUTES_A_DAY || state !== 'playing') return
    state = 'full'
    fullDay = utcDay(new Date())
  }

  /** The last beat must outlive the page, so it is sent with `keepalive`. */
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
    } else if (state === 'full' && fullDay !== utcDay(new Date())) state = 'away'
    if ((state === 'away' || (state === 'replaced' && returned)) && isPresent()) void start()
  }

  function seen() {
    if (document.visibilityState !== 'visible') return leave()
    handAt = performance.now()
    if (state === 'away' || state === 'replaced') void start()
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

/** A frame hides the keyboard and pointer events that it gets, but not that it has the focus. */
function isInGame(): boolean {
  return document.hasFocus() && document.activeElement instanceof HTMLIFrameElement
}

/** Invalid request, signed out, or no such game: a retry changes nothing. */
const FINAL = [400, 401, 404]

/**
 * Unlike `send`, does not announce a sign-out: the player learns of it on their next action, not from a timer. Returns
 * status 0 without a response, and a null answer unless the request succeeded.
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
