import { CircleAlert, Info } from 'lucide-react'
import { describeEvidence, type Evidence } from './evidence.ts'

/** Describes the evidence against a game. What makes the game suspect comes first and is highlighted. */
export function EvidenceList({ evidence }: { evidence: Evidence }) {
  return (
    <ul className="evidence">
      {describeEvidence(evidence).map(({ text, isClear }) => (
        <li key={text} data-clear={isClear || undefined}>
          {isClear ? <CircleAlert aria-hidden="true" /> : <Info aria-hidden="true" />} {text}
        </li>
      ))}
    </ul>
  )
}
