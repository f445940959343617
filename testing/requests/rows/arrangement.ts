import { HTML, open, operatorForm, operators, type Row } from '../route-row.ts'

/** What others get from an endpoint of operators. */
const NO_PAGE = { type: undefined, noindex: undefined, shows: [] }
const COLLECTION = '/admin/collections/1'
const RULE = { categories: 'Puzzle', tags: 'fun', provider: 'own', providers: 'own', phones: 'on', ageRating: '7' }
const MATCHES = '/admin/collections/matches?categories=Puzzle&tags=fun&provider=own&providers=own&phones=on&ageRating=7'

/** Categories, tags and collections. Nothing of this changes the catalogue. */
export const ARRANGEMENT: Row[] = [
  open('collections/:slug', '/collections/nothing?order=a-z&page=2', 404, {
    type: HTML,
    noindex: true,
    cache: 'shared',
    shows: ['Collection not found', 'All categories'],
  }),
  operators('admin/categories'),
  operatorForm('admin/categories', '/admin/categories', { intent: 'add', name: 'Puzzle', slug: '' }, 409),
  operatorForm(
    'admin/categories',
    '/admin/categories',
    { intent: 'order', seen: '0', move: 'car:left', order: '' },
    400,
  ),
  operatorForm(
    'admin/categories',
    '/admin/categories',
    { intent: 'map', word: 'Puzzle', category: 'pool', applies: '1' },
    409,
  ),
  operatorForm('admin/categories', '/admin/categories', { intent: 'continue', id: '99999' }, 409),
  operators('admin/categories/:slug', '/admin/categories/puzzle'),
  operatorForm(
    'admin/categories/:slug',
    '/admin/categories/puzzle',
    { intent: 'save', seen: '0', name: '', description: 'Think first', inMenu: 'on', hidden: 'on' },
    400,
  ),
  operatorForm(
    'admin/categories/:slug',
    '/admin/categories/puzzle',
    { intent: 'map', word: '', category: '', applies: '' },
    400,
  ),
  operatorForm('admin/categories/:slug', '/admin/categories/puzzle', { intent: 'unmap', word: 'nothing' }, 409),
  operators('admin/categories/:slug/merge', '/admin/categories/puzzle/merge'),
  operatorForm('admin/categories/:slug/merge', '/admin/categories/puzzle/merge', { seen: '0', into: 'puzzle' }, 409),
  operators('admin/tags', '/admin/tags?q=fun&sort=name&page=1'),
  operators('admin/tags/edit', '/admin/tags/edit?tag=fun'),
  operatorForm(
    'admin/tags/edit',
    '/admin/tags/edit?tag=fun',
    { seen: '0', name: '', description: 'Made to laugh', hidden: 'on' },
    400,
  ),
  operators('admin/tags/merge', '/admin/tags/merge?tag=fun&into=racing'),
  operatorForm('admin/tags/merge', '/admin/tags/merge?tag=fun&into=racing', { seen: '0', into: 'fun' }, 409),
  operators('admin/collections'),
  operatorForm(
    'admin/collections',
    '/admin/collections',
    { intent: 'order', seen: '0', move: '99:up', order: '' },
    409,
  ),
  operators('admin/collections/new'),
  operatorForm(
    'admin/collections/new',
    '/admin/collections/new',
    { name: '', description: 'Ours', hidden: 'on', slug: '', kind: 'rule', ...RULE },
    400,
  ),
  operators('admin/collections/matches', MATCHES, NO_PAGE),
  operators('admin/collections/:id', `${COLLECTION}?q=lamps`),
  operatorForm(
    'admin/collections/:id',
    COLLECTION,
    { intent: 'save', version: '0', kind: 'picked', name: '', description: 'Ours', hidden: 'on', ...RULE },
    400,
  ),
  operatorForm('admin/collections/:id', COLLECTION, { intent: 'add', game: '99999' }, 409),
  operatorForm('admin/collections/:id', COLLECTION, { intent: 'order', version: '0', move: '99:up', order: '' }, 409),
  operatorForm('admin/collections/:id', COLLECTION, { intent: 'order', version: '0', remove: '99999' }, 409),
  operators('admin/collections/:id/delete', `${COLLECTION}/delete`),
  operatorForm('admin/collections/:id/delete', `${COLLECTION}/delete`, { version: '0' }, 409),
]
