import { HTML, NOT_SHARED, open, personalForm, type Row, sent, visitorOnly } from '../route-row.ts'

export const CREDITS: Row[] = [
  sent('POST', 'game/:id/shares', '/game/{game}/shares', 200),
  sent('POST', 'plays/:id/beats', '/plays/{play}/beats', 200, { others: 404 }),
  // After the beats, because a new play replaces the previous one.
  sent('POST', 'plays', '/plays', 201, { json: { gameId: 1 } }),
  open('rewards', '/rewards?page=1', 200, {
    type: HTML,
    noindex: true,
    canonical: '/rewards',
    structured: [],
    cache: NOT_SHARED,
    shows: ['Please login to view your rewards', 'Login', 'First visit of the day', '20 a game, up to 3 games a day'],
    hides: ['Spin the wheel', 'History'],
  }),
  personalForm('rewards/spin', {}, 303, { location: '/login?next=%2Frewards' }),
  ...visitorOnly(open('rewards/spin', '/rewards/spin', 302, { location: '/rewards' })),
]
