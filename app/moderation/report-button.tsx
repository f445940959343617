import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '../ui/floating/late.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { ButtonLink } from '../ui/button.tsx'
import { opens } from '../ui/floating/opens.ts'
import { type ReportKind, reportHref } from './moderation-rules.ts'

const ReportDialog = late(() => import('./report-dialog.tsx'))

type Props = {
  kind: ReportKind
  /** The number of a post or comment, the username of a player, or the path of a picture. */
  id: string | number
  /** The item in the button's accessible name, such as `the post 'Lamps'`. */
  name: string
  /** Text of the button, which distinguishes it from another report button next to it. */
  label?: string
}

/**
 * A link to the page that reports an item to the operators (docs/product.md#reports). Visitors have to sign in there.
 * For signed-in players with JavaScript, it opens a dialog instead.
 */
export function ReportButton({ kind, id, name, label = 'Report' }: Props) {
  const player = usePlayer()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ButtonLink
        look="quiet"
        size="small"
        href={reportHref(kind, id)}
        rel="nofollow"
        aria-label={`Report ${name}`}
        onClick={player ? opens(() => setOpen(true)) : undefined}
      >
        <Flag aria-hidden="true" /> {label}
      </ButtonLink>
      <Suspense>{isOpen && <ReportDialog kind={kind} id={id} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
