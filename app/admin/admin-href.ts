import { href } from 'react-router'
import type { Subject } from '../moderation/subject.server.ts'

/** Returns the href of the page where an operator decides on an item. */
export function decisionHref({ kind, id }: Subject): string {
  return `${href('/admin/moderation/decision')}?${new URLSearchParams({ kind, id })}`
}
