import { FileText, type LucideIcon, MessageSquareText, NotebookPen, UserRound } from 'lucide-react'
import type { Hit as FoundItem, HitKind } from './search-rules.ts'

const ICONS: Partial<Record<HitKind, LucideIcon>> = {
  players: UserRound,
  posts: MessageSquareText,
  blogPosts: NotebookPen,
  pages: FileText,
}

/** The content of a result's link: picture or icon, title, detail, and the state of what is not public. */
export function Hit({ kind, hit: { title, detail, state, isPending, picture } }: { kind: HitKind; hit: FoundItem }) {
  const Icon = ICONS[kind]
  return (
    <>
      {picture ? (
        <img src={picture} alt="" width="56" height="32" loading="lazy" />
      ) : (
        <span className="hit-icon">{Icon && <Icon aria-hidden="true" />}</span>
      )}
      <span className="hit-text">
        <b dir="auto">{title}</b>
        <small dir="auto">{detail}</small>
      </span>
      {state && (
        <span className="chip" data-pending={isPending || undefined}>
          {state}
        </span>
      )}
    </>
  )
}
