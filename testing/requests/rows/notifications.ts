import { form, HTML, open, personal, personalForm, type Row, sent, signInFirst, visitorOnly } from '../route-row.ts'

const NO_LINK = { type: HTML, noindex: true, cache: 'no-store', shows: ['This link does not work', 'Browse Games'] }

export const NOTIFICATIONS: Row[] = [
  personal('notifications', '/notifications?before=1', { location: signInFirst('/notifications') }),
  sent('POST', 'notifications/read', '/notifications/read', 200),
  ...visitorOnly(personalForm('notifications/read', {}, 303, { location: signInFirst('/notifications') })),
  open('notifications/mail/end', '/notifications/mail/end?token=none', 200, NO_LINK),
  form('notifications/mail/end', { token: 'none' }, 400, NO_LINK),
  ...visitorOnly(form('notifications/mail/end', {}, 400, NO_LINK)),
]
