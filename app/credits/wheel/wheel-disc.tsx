import { listOf } from '../../lib/text.ts'
import { WHEEL } from '../credit-rules.ts'

const CENTRE = 160
const DISC = 126
const LABELS = 94
const RIM = 144
const BULBS = 24
/** The angle of a segment in degrees. */
export const SEGMENT = 360 / WHEEL.length

const LIST = listOf(WHEEL.map(String))

type Props = {
  /** Rotation in degrees. */
  angle: number
  isTurning: boolean
  /** `all` while the wheel can be spun, `won` when it shows the result at the top. */
  lit: 'all' | 'won' | 'none'
  onStill: () => void
}

/**
 * The wheel: eight equal segments and a pointer at the top. The bulbs on its rim show whether it can be spun, and light
 * up for a result.
 */
export function WheelDisc({ angle, isTurning, lit, onStill }: Props) {
  return (
    <svg
      className="wheel"
      viewBox="0 0 320 320"
      role="img"
      aria-label={`A wheel of ${WHEEL.length} equal segments: ${LIST} credits`}
    >
      <circle className="wheel-rim" cx={CENTRE} cy={CENTRE} r="159" />
      {Array.from({ length: BULBS }, (_, at) => {
        const degrees = (at * 360) / BULBS
        const isTop = Math.min(degrees, 360 - degrees) < SEGMENT / 2
        const { x, y } = onCircle(degrees, RIM)
        return (
          <circle
            key={at}
            className="wheel-bulb"
            data-lit={lit === 'all' || (lit === 'won' && isTop) || undefined}
            cx={x}
            cy={y}
            r="4.5"
          />
        )
      })}
      <g
        className="wheel-disc"
        data-turning={isTurning || undefined}
        style={{ transform: `rotate(${angle}deg)` }}
        // On a busy machine, Chromium starts some transitions twice and reports an end after 0 s in between.
        onTransitionEnd={({ elapsedTime }) => elapsedTime > 0 && onStill()}
      >
        {WHEEL.map((credits, at) => {
          const label = onCircle(at * SEGMENT, LABELS)
          return (
            <g key={credits} className="wheel-segment">
              <path d={pathOf(at)} />
              <text
                x={label.x}
                y={label.y}
                transform={`rotate(${at * SEGMENT} ${label.x} ${label.y})`}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {credits}
              </text>
            </g>
          )
        })}
      </g>
      <circle className="wheel-hub" cx={CENTRE} cy={CENTRE} r="26" />
      <path className="wheel-pointer" d="M149 26h22l-11 24z" />
    </svg>
  )
}

/** Returns the SVG path of the segment whose centre is `at` segments clockwise from the top. */
function pathOf(at: number): string {
  const from = onCircle((at - 0.5) * SEGMENT, DISC)
  const to = onCircle((at + 0.5) * SEGMENT, DISC)
  return `M${CENTRE} ${CENTRE}L${from.x} ${from.y}A${DISC} ${DISC} 0 0 1 ${to.x} ${to.y}z`
}

/**
 * Returns the point on a circle, this many degrees clockwise from the top. Rounds it, so that server and browser render
 * the same path.
 */
function onCircle(degrees: number, radius: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  const rounded = (value: number) => Math.round(value * 100) / 100
  return { x: rounded(CENTRE + radius * Math.sin(angle)), y: rounded(CENTRE - radius * Math.cos(angle)) }
}
