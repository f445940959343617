import { href } from 'react-router'
import type { Missing } from '../server/http/responses.server.ts'

/** For an item or an account that operators can no longer decide on. */
export const NO_SUCH_ITEM: Missing = {
  name: 'No longer there',
  title: 'This no longer exists',
  text: 'Its author may have deleted it.',
  action: { label: 'Back to moderation', href: href('/admin/moderation') },
}
