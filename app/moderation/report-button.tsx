import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '../ui/late.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { ButtonLink } from '../ui/button.tsx'
import { opens } from '../ui/opens.ts'
import { type ReportKind, reportHref } from './moderation-rules.ts'

const ReportDialog = late(() => import('./report-dialog.tsx'))

type Props = {
  kind: ReportKind
  /** Of a post or comment the number, of a player the username, of a picture its path. */
  id: string | number
  /** As in "Report the post 'Lamps'": `the post 'Lamps'`. */
  name: string
  /** What the button says where another stands beside it. */
  label?: string
}

/**
 * Reports something to the operators (docs/product.md, Moderation). A link to a page, which opens as a dialog for who is signed
 * in and has script; who is not signed in is asked to by that page.
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
