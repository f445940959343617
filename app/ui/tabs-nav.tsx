import type { ReactNode } from 'react'

type Props = {
  label: string
  className?: string
  /** Links, of which the one to this page has `aria-current`. */
  children: ReactNode
}

/** Links as tabs. On narrow screens it scrolls sideways, so that the current one is visible. */
export function TabsNav({ label, className = '', children }: Props) {
  return (
    <nav ref={showCurrent} className={`tabs ${className}`.trim()} aria-label={label}>
      {children}
    </nav>
  )
}

/** Not `scrollIntoView`, which would scroll the page, too. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector('[aria-current]')
  if (!tabs || !current) return
  const [frame, tab] = [tabs.getBoundingClientRect(), current.getBoundingClientRect()]
  if (tab.left >= frame.left && tab.right <= frame.right) return
  tabs.scrollLeft += tab.left + tab.width / 2 - (frame.left + frame.width / 2)
}
