import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { updateCredits } from '../fresh-credits.ts'
import { useAction } from '../../forms/use-action.ts'
import { countOf } from '../../lib/text.ts'
import { Button } from '../../ui/button.tsx'
import type { Spin } from './spin-wheel.server.ts'
import { SEGMENT, WheelDisc } from './wheel-disc.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'

const TURNS = 6
/**
 * Slightly longer than the transition in wheel.css, in ms. It replaces the transition's end event, which a hidden tab
 * may not receive.
 */
const STILL_MS = 4500

type Props = {
  /** Today's result; null if the player has not spun the wheel today. */
  spun: { segment: number; credits: number } | null
  /** Minutes until the next spin. */
  minutesLeft: number
}

/** The daily wheel, as a form. The server draws a segment, and the wheel turns to it. */
export function Wheel({ spun, minutesLeft }: Props) {
  const { phase, drawn, angle, spin, stand } = useSpin(spun)
  const isBusy = phase === 'loading' || phase === 'turning'
  return (
    <section className="rewards-panel wheel-panel" aria-labelledby="wheel">
      <h2 id="wheel">Daily wheel</h2>
      <p>Eight segments of equal size, all equally likely. One spin a day.</p>
      <WheelDisc
        angle={angle}
        isTurning={phase === 'turning'}
        lit={phase === 'ready' ? 'all' : phase === 'still' ? 'won' : 'none'}
        onStill={stand}
      />
      <form method="post" action={href('/rewards/spin')} onSubmit={spin}>
        <Button
          look={phase === 'ready' ? 'primary' : 'secondary'}
          size="large"
          type="submit"
          aria-disabled={phase !== 'ready' || undefined}
        >
          {isBusy ? 'Spinning...' : phase === 'still' ? 'Spun today' : 'Spin the wheel'}
        </Button>
      </form>
      <p className="wheel-result" role="status">
        {phase === 'still' && drawn && (
          <>
            <b>
              {drawn.isNew ? `You won ${drawn.credits} credits.` : `Today’s spin gave you ${drawn.credits} credits.`}
            </b>{' '}
            Next spin in {timeLeft(minutesLeft)}, at midnight UTC.
          </>
        )}
      </p>
    </section>
  )
}

/**
 * The phases of a spin: `loading` while waiting for the server, `turning` during the animation, `still` with the result
 * at the top.
 */
type Phase = 'ready' | 'loading' | 'turning' | 'still'

function useSpin(spun: Props['spun']) {
  const refresh = useRefresh()
  const { act } = useAction()
  const [phase, setPhase] = useState<Phase>(spun ? 'still' : 'ready')
  const [drawn, setDrawn] = useState<Pick<Spin, 'segment' | 'credits' | 'isNew'> | null>(
    spun && { ...spun, isNew: false },
  )
  const [turns, setTurns] = useState(0)
  const total = useRef(0)

  // A new day began while the page was open.
  const [was, setWas] = useState(spun)
  if (was !== spun) {
    setWas(spun)
    if (was && !spun) setPhase('ready')
  }

  // The wheel was spun in another tab, and this tab has reloaded its data.
  useEffect(() => {
    if (!spun || phase !== 'ready') return
    setDrawn({ ...spun, isNew: false })
    setPhase('still')
  }, [spun, phase])

  useEffect(() => {
    if (phase !== 'turning') return
    const timer = setTimeout(() => setPhase('still'), STILL_MS)
    return () => clearTimeout(timer)
  }, [phase])

  // Show the new balance only once the wheel shows the result.
  useEffect(() => {
    if (phase !== 'still' || !total.current) return
    updateCredits(total.current)
    total.current = 0
    void refresh()
  }, [phase, refresh])

  function spin(event: FormEvent) {
    event.preventDefault()
    if (phase !== 'ready') return
    act<Spin>({
      method: 'POST',
      path: href('/rewards/spin'),
      failed: 'The wheel failed to spin',
      show: () => {
        setPhase('loading')
        return () => setPhase('ready')
      },
      onDone: (given) => {
        total.current = given.total
        setDrawn(given)
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
        if (!isStill) setTurns(TURNS)
        setPhase(isStill ? 'still' : 'turning')
      },
    })
  }

  const stand = () => setPhase((was) => (was === 'turning' ? 'still' : was))
  const isShown = phase === 'turning' || phase === 'still'
  const angle = isShown && drawn ? turns * 360 - drawn.segment * SEGMENT : 0
  return { phase, drawn, angle, spin, stand }
}

/** Returns a duration as text, such as "7 hours 12 minutes". */
function timeLeft(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours && countOf(hours, 'hour'), (rest || !hours) && countOf(rest, 'minute')].filter(Boolean).join(' ')
}
