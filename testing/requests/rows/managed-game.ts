import { JSON_TYPE, open, operatorForm, operators, type Row, visitorOnly } from '../route-row.ts'

const AT = '/admin/games/{game}'

/** Every field of the edit form. */
const FIELDS = {
  seen: '0',
  base: '',
  unsettled: '',
  title: 'Lamps',
  slug: '',
  description: 'Turn them on.',
  howToPlay: 'Turn one.',
  categories: 'Puzzle',
  tags: 'lamps',
  imageUrl: '',
  picture: '',
  width: '960',
  height: '640',
  phones: 'yes',
  url: '',
  controls: 'Space: turn',
  ageRating: 'everyone',
  seoTitle: '',
  seoDescription: '',
  featured: 'on',
  original: 'on',
}

/** The page of a game in the console. Nothing of this changes the game. */
export const MANAGED_GAME: Row[] = [
  operators('admin/games/:id', `${AT}?back=/admin/games`),
  // The first has no versions of the fields that it started from, nor has the second; the others saw another status.
  operatorForm('admin/games/:id', AT, { intent: 'save', ...FIELDS }, 400),
  operatorForm('admin/games/:id', AT, { intent: 'reset', base: '', field: 'title' }, 409),
  operatorForm('admin/games/:id', AT, { intent: 'publish', from: 'hidden', reason: '' }, 409),
  operatorForm('admin/games/:id', AT, { intent: 'hide', from: 'hidden', reason: 'Broken' }, 409),
  operators('admin/games/:id/delete', `${AT}/delete`),
  operatorForm('admin/games/:id/delete', `${AT}/delete`, { from: 'hidden', reason: '' }, 409),
  operators('admin/games/:id/feed-picture', `${AT}/feed-picture`, {
    operator: 302,
    type: undefined,
    noindex: undefined,
    shows: [],
  }),
  open('unavailable-games', '/unavailable-games?games={game},99999', 200, {
    type: JSON_TYPE,
    shows: ['{"games":[99999]}'],
  }),
  ...visitorOnly(open('unavailable-games', '/unavailable-games?games=x', 400)),
]
