import { HTML, open, operatorForm, operators, page, type Row, visitorOnly } from '../route-row.ts'

const LIST = '/admin/broken-games?list=suspect&host=one.example&after=1'
const REPORT = '/games/lamps/report'

/** Reports of games, short visits, and the console's list of broken games. */
export const GAME_HEALTH: Row[] = [
  page('games/:slug/report', REPORT, {
    canonical: REPORT,
    noindex: true,
    shows: ['Report Lamps', 'What is wrong with it?', 'It does not load', 'It asks for money', 'Back to the game'],
  }),
  open('games/:slug/report', REPORT, 303, {
    method: 'POST',
    form: { reason: 'does not load' },
    location: '/games/lamps',
  }),
  ...visitorOnly(
    open('games/:slug/report', '/games/none/report', 404, { type: HTML, noindex: true, cache: 'shared' }),
    open('games/:slug/report', '/games/none/report', 404, { method: 'POST', form: { reason: 'other' } }),
    open('games/:slug/report', REPORT, 400, { method: 'POST', form: { reason: 'boring' } }),
    open('games/:slug/report', REPORT, 400, { method: 'POST', form: {}, shows: ['Please choose a reason'] }),
  ),
  open('game/:id/short-visits', '/game/{game}/short-visits', 204, { method: 'POST' }),
  ...visitorOnly(open('game/:id/short-visits', '/game/x/short-visits', 404, { method: 'POST' })),
  operators('admin/broken-games', LIST),
  operatorForm('admin/broken-games', LIST, { intent: 'hide', game: '99999', reason: 'Broken' }, 409),
  operatorForm('admin/broken-games', LIST, { intent: 'dismiss', game: '99999' }, 409),
  // Nothing is requested for a game that the portal serves itself.
  operatorForm('admin/broken-games', LIST, { intent: 'check', game: '2' }, 403),
]
