import { type ComponentProps, useEffect } from 'react'
import { focusIfLost } from './focus-if-lost.ts'

/** A link that removes filters. Does not lose the focus when it disappears with them, however late that is. */
export function ClearLink({ children, ...link }: ComponentProps<'a'>) {
  useEffect(() => () => focusIfLost(), [])
  return <a {...link}>{children}</a>
}
