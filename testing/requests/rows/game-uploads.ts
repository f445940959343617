import { operatorForm, operators, type Row } from '../route-row.ts'

/** What others get from an endpoint of operators. */
const NO_PAGE = { type: undefined, noindex: undefined, shows: [] }
const VERSIONS = '/admin/games/{uploaded}/versions'

/** Every field of the form of a new game. */
const ABOUT = {
  title: 'Lanterns',
  description: 'Light them.',
  howToPlay: 'Light one.',
  categories: 'Puzzle',
  width: '960',
  height: '640',
  phones: 'yes',
  controls: 'Space: light',
}

/** Games of the operators' own. Nothing of this adds a game: no host is approved, and no form has a zip. */
export const GAME_UPLOADS: Row[] = [
  operators('admin/games/new', '/admin/games/new?from=url'),
  operatorForm('admin/games/new', '/admin/games/new', { ...ABOUT, url: 'https://games.example/a/', approve: '' }, 400),
  { ...operatorForm('admin/games/new/zip', '/admin/games/new/zip', ABOUT, 400), ...NO_PAGE },
  operators('admin/games/:id/versions', VERSIONS),
  operatorForm('admin/games/:id/versions', VERSIONS, { intent: 'choose', id: '1' }, 409),
  operatorForm('admin/games/:id/versions', VERSIONS, { intent: 'delete', id: '1' }, 403),
  { ...operatorForm('admin/games/:id/versions/zip', `${VERSIONS}/zip`, { draft: '' }, 400), ...NO_PAGE },
]
