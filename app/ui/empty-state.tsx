import type { ReactNode } from 'react'
import { Bulbs } from './bulbs.tsx'

type Props = {
  title: string
  /** Use `h1` if the state fills the whole page. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  action?: ReactNode
}

/** Renders an empty state: nine bulbs with one of them lit, a title, one sentence, and one action. */
export function EmptyState({ title, heading: Heading = 'h2', children, action }: Props) {
  return (
    <div className="empty">
      <Bulbs count={9} from={4} lit={1} />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
