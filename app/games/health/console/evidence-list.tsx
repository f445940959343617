import { CircleAlert, Info } from 'lucide-react'
import { describeEvidence, type Evidence } from './evidence.ts'

/** The evidence against a game in words. What makes it suspect comes first, and is marked. */
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
