import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { late } from '../../../ui/floating/late.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { opens } from '../../../ui/floating/opens.ts'
import { newPostHref } from '../../community-href.ts'
import type { PickedGame } from './post-form-values.ts'
import type { PostType } from '../../post-rules.ts'

const PostDialog = late(() => import('../post-dialog.tsx'))

type Props = {
  /** Initial game and type of the form. */
  game?: PickedGame
  type?: PostType
  children?: ReactNode
}

/** Opens the form of a new post as a dialog; without JavaScript, a link to its page. */
export function NewPostButton({ game, type, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const to = newPostHref({ ...(game && { game: game.slug }), ...(type && { type }) })
  return (
    <>
      <ButtonLink look="primary" href={to} onClick={opens(() => setOpen(true))}>
        {children ?? (
          <>
            <Plus aria-hidden="true" /> New Post
          </>
        )}
      </ButtonLink>
      <Suspense>{isOpen && <PostDialog start={{ game, type }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
