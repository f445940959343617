import { Camera, Link2, MessageCircle, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { copyAddress } from './copy-address.ts'
import { useSite } from './use-site.ts'

/**
 * Renders the ways to share the open page (docs/product.md#sharing): the device's share sheet on a phone, Copy Link,
 * and the share pages of other sites.
 */
export default function ShareItems({ onShare }: { onShare: () => void }) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const address = new URL(pathname + search, site.url || 'http://localhost').href
  return (
    <>
      {'share' in navigator && matchMedia('(pointer: coarse)').matches && (
        <button type="button" className="menu-item" onClick={(event) => void sendOn(event, address, onShare)}>
          <Send aria-hidden="true" /> Share with an app
        </button>
      )}
      <button type="button" className="menu-item" onClick={(event) => void copyLink(event, onShare)}>
        <Link2 aria-hidden="true" /> Copy Link
      </button>
      {shareLinks(address).map(({ label, icon: Icon, to }) => (
        <a
          key={label}
          className="menu-item"
          href={to}
          target="_blank"
          rel="noopener noreferrer"
          onClick={(event) => openShare(event, onShare)}
        >
          <Icon aria-hidden="true" /> {label}
        </a>
      ))}
    </>
  )
}

function shareLinks(url: string) {
  const address = encodeURIComponent(url)
  return [
    { label: 'Facebook', icon: FacebookMark, to: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    { label: 'Twitter', icon: XMark, to: `https://twitter.com/intent/tweet?url=${address}` },
    { label: 'Instagram', icon: Camera, to: 'https://www.instagram.com/create/story' },
    { label: 'WhatsApp', icon: MessageCircle, to: `https://api.whatsapp.com/send?text=${address}` },
  ]
}

function FacebookMark() {
  return (
    <Mark>
      <path d="M16 7h-1.2A2.3 2.3 0 0 0 12.5 9.3V18M9.5 12.2h5.5" />
    </Mark>
  )
}

function XMark() {
  return (
    <Mark>
      <path d="M7.5 7h2.4l6.6 10h-2.4zM16.2 7l-3.4 4M11 13l-3.2 4" strokeWidth="1.5" />
    </Mark>
  )
}

/** Renders a letter in a circle, in the style of the icons next to it. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      {children}
    </svg>
  )
}

/** Adds the page's title to the link on click, since only the browser knows the title. */
function openShare(event: React.MouseEvent<HTMLAnchorElement>, onShare: () => void): void {
  const link = new URL(event.currentTarget.href)
  if (link.host === 'twitter.com') link.searchParams.set('text', document.title)
  if (link.host === 'www.facebook.com') link.searchParams.set('quote', document.title)
  if (link.host === 'api.whatsapp.com') link.searchParams.set('text', `${document.title} ${location.href}`)
  event.currentTarget.href = link.href
  onShare()
}

/** Opens the device's share sheet. Closing the sheet does not count as a share. */
async function sendOn(event: React.MouseEvent<HTMLButtonElement>, url: string, onShare: () => void): Promise<void> {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  const isSent = await navigator.share({ title: document.title, url }).then(
    () => true,
    () => false,
  )
  if (isSent) onShare()
}

async function copyLink(event: React.MouseEvent<HTMLButtonElement>, onShare: () => void): Promise<void> {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  if (await copyAddress('Link copied to clipboard!')) onShare()
}
