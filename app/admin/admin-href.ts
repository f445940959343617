import { href } from 'react-router'
import type { Subject } from '../moderation/subject.server.ts'

/** Where an operator decides on something. */
export function decisionHref({ kind, id }: Subject): string {
  return `${href('/admin/moderation/decision')}?${new URLSearchParams({ kind, id })}`
}
