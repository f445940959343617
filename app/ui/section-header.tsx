import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Leader } from './bulbs.tsx'

type Props = {
  id?: string
  title: string
  /** Path of the "View All" link. Screen readers also read the title with it. */
  viewAll?: string
  children?: ReactNode
}

/** Renders a title, a dotted leader, `children` and View All. The height is the same on every row. */
export function SectionHeader({ id, title, viewAll, children }: Props) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      <Leader />
      {children}
      {viewAll && (
        <a href={viewAll} className="view-all" aria-label={`View All: ${title}`}>
          View All <ChevronRight aria-hidden="true" />
        </a>
      )}
    </div>
  )
}
