import { Image, Lightbulb, MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { type PostType, TYPE_LABELS } from './post-rules.ts'

const ICONS = { discussion: MessagesSquare, question: Lightbulb, suggestion: MessageSquarePlus, showcase: Image }

export function TypeBadge({ type }: { type: PostType }) {
  const Icon = ICONS[type]
  return (
    <span className="post-type">
      <Icon aria-hidden="true" /> {TYPE_LABELS[type].badge}
    </span>
  )
}
