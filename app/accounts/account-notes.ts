import { AVATAR_MESSAGES, isAvatarFault } from './avatar-rules.ts'
import { PASSWORD_DONE, PROFILE_DONE } from './profile-rules.ts'

const DONE = new Map(
  Object.entries({
    profile: PROFILE_DONE,
    picture: AVATAR_MESSAGES.done,
    'no-picture': AVATAR_MESSAGES.removed,
    password: PASSWORD_DONE,
    session: 'Session ended',
    sessions: 'All other sessions ended',
  }),
)

/** What the account page says after a form was sent without our script: its action leads back with `?done=` or `?fault=`. */
export function noteOf(query: URLSearchParams): { text: string; isFault: boolean } | null {
  const fault = query.get('fault')
  if (fault && isAvatarFault(fault)) return { text: AVATAR_MESSAGES[fault], isFault: true }
  const done = DONE.get(query.get('done') ?? '')
  return done ? { text: done, isFault: false } : null
}
