import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { href } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { late } from '../../../ui/floating/late.tsx'
import { opens } from '../../../ui/floating/opens.ts'

const ReportGameDialog = late(() => import('./report-game-dialog.tsx'))

/** A link to the page that reports a game. With JavaScript, it opens a dialog instead. */
export function ReportGameButton({ game }: { game: { slug: string; title: string } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ButtonLink
        look="quiet"
        size="small"
        href={href('/games/:slug/report', { slug: game.slug })}
        rel="nofollow"
        onClick={opens(() => setOpen(true))}
      >
        <Flag aria-hidden="true" /> Report this game
      </ButtonLink>
      <Suspense>{isOpen && <ReportGameDialog game={game} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
