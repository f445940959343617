import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '../ui/floating/late.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { sendShared } from './shared-event.ts'

const ShareItems = late(() => import('./share-items.tsx'))

type Props = {
  /** The panel's id (see Popover). */
  id?: string
  trigger?: string
  triggerClassName: string
}

/**
 * Renders a button that opens Copy Link and the share pages of other sites, which load when the menu is first opened.
 * Each share sends an event to the window (`SHARED`).
 */
export function ShareMenu({ id, trigger, triggerClassName }: Props) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Popover
      id={id}
      label="Share"
      triggerClassName={`${triggerClassName} needs-script`}
      className="share-menu"
      onOpen={() => setOpened(true)}
      trigger={
        <>
          <Share2 aria-hidden="true" /> {trigger}
        </>
      }
    >
      {wasOpened && (
        <Suspense>
          <ShareItems onShare={sendShared} />
        </Suspense>
      )}
    </Popover>
  )
}
