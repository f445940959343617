import { href } from 'react-router'
import type { Subject } from '../moderation/subject.server.ts'

/** Where an operator decides on something. */
export function decisionHref(decision: 'approval' | 'removal' | 'restoration', { kind, id }: Subject): string {
  return `${PATHS[decision]}?${new URLSearchParams({ kind, id })}`
}

const PATHS = {
  approval: href('/admin/moderation/approval'),
  removal: href('/admin/moderation/removal'),
  restoration: href('/admin/moderation/restoration'),
}
