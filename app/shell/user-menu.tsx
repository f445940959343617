import { Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { late } from '../ui/floating/late.tsx'
import { useCreditedPlayer } from '../credits/use-credited-player.ts'
import type { PlayerInbox } from '../contact/inbox/inbox.server.ts'
import type { PlayerReviews } from '../games/management/pending-games.server.ts'
import type { PlayerDuties } from '../moderation/waiting.server.ts'
import { linksIn } from '../site/navigation.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { LinkIcon } from './link-icon.tsx'

const UserMenuPanel = late(() => import('./user-menu-panel.tsx'))
const ProfileDialog = late(() => import('../accounts/profile/profile-dialog.tsx'))

/**
 * The avatar in the header and the menu that it opens (docs/product.md#navigation). The menu's content loads when it is
 * first opened. Without script the avatar links to the account page.
 */
export function UserMenu() {
  const player = useCreditedPlayer<PlayerDuties & PlayerInbox & PlayerReviews>()
  const isLive = useSyncExternalStore(noChanges, yes, no)
  const [wasOpened, setOpened] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  if (!player) return null

  const face = (
    <>
      <Avatar name={player.username} src={player.avatar} frame={player.frame} />
      <span className="sr-only">Your menu, @{player.username}</span>
    </>
  )
  if (!isLive) {
    return (
      <a className="user-trigger" href={href('/account')}>
        {face}
      </a>
    )
  }
  return (
    <div ref={container} className="user-menu-slot">
      <Popover trigger={face} triggerClassName="user-trigger" className="user-menu" onOpen={() => setOpened(true)}>
        {wasOpened && (
          <Suspense fallback={<div className="user-menu-coming" role="status" aria-label="Loading" />}>
            <UserMenuPanel
              player={player}
              links={linksIn('userMenu', player)}
              LinkIcon={LinkIcon}
              onEdit={() => {
                // Returns the focus to the button, where the dialog returns it in turn.
                container.current?.querySelector<HTMLElement>('[popover]')?.hidePopover()
                setEditing(true)
              }}
            />
          </Suspense>
        )}
      </Popover>
      <Suspense>{isEditing && <ProfileDialog onClose={() => setEditing(false)} />}</Suspense>
    </div>
  )
}

const noChanges = () => () => {}
const yes = () => true
const no = () => false
