import { personal, personalForm, type Row, signInFirst, visitorOnly } from '../route-row.ts'

const at = '/reports/new?kind=player&id={username}'

export const MODERATION: Row[] = [
  personal('reports/new', at),
  // Players cannot report themselves.
  personalForm('reports/new', { reason: 'spam', words: '' }, 403, { at, others: 200 }),
  ...visitorOnly(personalForm('reports/new', {}, 200, { location: signInFirst('/reports/new') })),
]
