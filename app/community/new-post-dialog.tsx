import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { late } from '../ui/late.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { opens } from '../ui/opens.ts'
import { newPostHref } from './community-href.ts'
import type { PickedGame } from './post-form-values.ts'
import type { PostType } from './post-rules.ts'

const PostDialog = late(() => import('./post-dialog.tsx'))

type Props = {
  /** What the form begins with. */
  game?: PickedGame
  type?: PostType
  children?: ReactNode
}

/** Opens the form of a new post over the page; a link to its page where there is no script. */
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
      <Suspense>
        {isOpen && (
          <PostDialog start={{ game: game ?? null, type: type ?? 'discussion' }} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
