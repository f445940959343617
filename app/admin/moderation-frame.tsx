import type { ReactNode } from 'react'
import { RefusedNote } from '../forms/refused-note.tsx'
import '../accounts/operators/console.css'

/** The heading of a moderation page, and why a form without JavaScript was refused. */
export function ModerationFrame({ title = 'Moderation', children }: { title?: string; children: ReactNode }) {
  return (
    <div className="moderation">
      <h1>{title}</h1>
      <RefusedNote />
      {children}
    </div>
  )
}
