import { href } from 'react-router'
import type { Missing } from '../server/responses.server.ts'

/** For a thing or an account that operators can no longer decide on. */
export const NO_SUCH_THING: Missing = {
  name: 'Not there any more',
  title: 'This is not there any more',
  text: 'Its author has deleted it, or there never was such a thing.',
  action: { label: 'Back to moderation', href: href('/admin/moderation') },
}
