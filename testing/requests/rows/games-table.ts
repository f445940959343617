import { open, operatorForm, operators, type Row, visitorOnly } from '../route-row.ts'

/** What others get from an endpoint of operators. */
const NO_PAGE = { type: undefined, noindex: undefined, shows: [] }
const TABLE =
  '/admin/games?q=lamps&status=published&provider=own&category=puzzle&tag=&phones=&featured=&original=1&unpictured=&edited=&failing=&ruled=&age=&sort=plays&after='
const BULK = '/admin/games/bulk?action=feature&filter=provider%3Down&all=&game={game}'
const OPTIONS = { count: '1', reason: '', category: '', tag: '', field: '', held: '0', leaveOut: '' }

/** The console's table of games, with its bulk actions. */
export const GAMES_TABLE: Row[] = [
  operators('admin/games', TABLE),
  operatorForm('admin/games', '/admin/games', { intent: 'save-view', name: 'Hidden', query: 'status=hidden' }, 303),
  operatorForm('admin/games', '/admin/games', { intent: 'delete-view', id: '1' }, 303),
  operators('admin/games/bulk', BULK),
  operatorForm('admin/games/bulk', BULK, OPTIONS, 303),
  operators('admin/games/bulk/:id', '/admin/games/bulk/1'),
  operators('admin/games/bulk/:id/progress', '/admin/games/bulk/1/progress', NO_PAGE),
  operatorForm('admin/games/bulk/:id', '/admin/games/bulk/1', { intent: 'undo' }, 303),
  operatorForm('admin/games/bulk/:id', '/admin/games/bulk/1', { intent: 'continue' }, 409),
  operatorForm('admin/games/bulk/:id', '/admin/games/bulk/1?back=/admin/games', { intent: 'dismiss' }, 303),
  operators('admin/games/:id/stage', '/admin/games/{game}/stage', NO_PAGE),
  open('game/:id/failures', '/game/{game}/failures', 204, { method: 'POST' }),
  ...visitorOnly(open('game/:id/failures', '/game/x/failures', 404, { method: 'POST' })),
]
