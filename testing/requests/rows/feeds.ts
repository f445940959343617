import { ANYONE, operatorForm, operators, type Row } from '../route-row.ts'

/** What others get from an endpoint of operators. */
const NO_PAGE = { type: undefined, noindex: undefined, shows: [] }

const SETTINGS = { name: ANYONE, schedule: 'daily', mode: 'review', defaultRules: 'on', delistDays: '14' }
const FIELDS = [
  'url', 'title', 'picture', 'smallPicture', 'id', 'width', 'height', 'category', 'tags', 'description', 'instructions',
  'phones',
] // prettier-ignore
const NEW = '/admin/feeds/new'
const MAPPED = FIELDS.map((field) => `map-${field}=`).join('&')
const SECOND_STEP = `${NEW}?provider=any&address=&file=&fileName=&${MAPPED}`

const FEED = '/admin/feeds/1'
const RULE = {
  version: '0', index: '0', name: 'Slots', words: 'slot', categories: 'casino', tags: 'cards', hosts: 'games.example.com',
  smallerThan: '300', noPicture: 'on', phones: 'no', status: 'hidden', category: 'Puzzle', ageRating: '18',
} // prettier-ignore

const RUN = '/admin/feeds/runs/1'

/** The console's pages of feeds. The world has one feed with one run, which was applied without changes. */
export const FEEDS: Row[] = [
  operators('admin/feeds', '/admin/feeds?before='),
  operators('admin/feeds/new', SECOND_STEP),
  operatorForm(
    'admin/feeds/new',
    NEW,
    {
      ...SETTINGS,
      provider: 'famobi',
      address: `https://feeds.example/${ANYONE}.json`,
      fileKey: '',
      fileName: '',
      label: '',
      mapping: 'url=link&title=name',
      gameHost: 'games.example.com',
      pictureHost: 'img.example.com',
    },
    303,
  ),
  operators('admin/feeds/:id', `${FEED}?before=&fields=1&${MAPPED}`),
  // Another version of the feed than the stored one
  operatorForm('admin/feeds/:id', FEED, { intent: 'save', ...SETTINGS, version: '0', address: '', file: '' }, 400),
  operatorForm('admin/feeds/:id', FEED, { intent: 'approve-hosts', games: '', pictures: '' }, 403),
  // Its provider is built in, so it has no fields.
  operatorForm('admin/feeds/:id', FEED, { intent: 'save-fields', mapping: 'url=link&title=name', seen: '' }, 409),
  operatorForm('admin/feeds/:id', FEED, { intent: 'remove-host', host: 'games.example.com', use: 'games' }, 409),
  operatorForm('admin/feeds/:id', FEED, { intent: 'run' }, 303),
  operators('admin/feeds/:id/rules', `${FEED}/rules?review=1&rule=&after=`),
  operatorForm('admin/feeds/:id/rules', `${FEED}/rules`, { intent: 'save-0', ...RULE }, 409),
  operatorForm('admin/feeds/:id/rules', `${FEED}/rules`, { intent: 'remove', version: '0', index: '0' }, 409),
  operatorForm('admin/feeds/:id/rules', `${FEED}/rules`, { intent: 'move-up', version: '0', index: '0' }, 409),
  operatorForm('admin/feeds/:id/rules', `${FEED}/rules`, { intent: 'move-down', version: '0', index: '0' }, 409),
  operatorForm('admin/feeds/:id/rules', `${FEED}/rules`, { intent: 'apply', rule: 'Slots', game: '1' }, 409),
  operators('admin/feeds/:id/delete', `${FEED}/delete`),
  operatorForm('admin/feeds/:id/delete', `${FEED}/delete`, { version: '0' }, 409),
  operators('admin/feeds/runs/:id', `${RUN}?kind=new&filter=&page=1`),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'choose', was: '0', touched: '0', chosen: '0' }, 409),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'choose-all', of: 'all', isChosen: 'no' }, 409),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'apply', chosen: '0', confirmDelisting: 'yes' }, 409),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'answer', answer: 'yes' }, 409),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'discard' }, 409),
  operatorForm('admin/feeds/runs/:id', RUN, { intent: 'cancel' }, 409),
  operators('admin/feeds/runs/:id/undo', `${RUN}/undo`),
  // The run that the row above has started is under way.
  operatorForm('admin/feeds/runs/:id/undo', `${RUN}/undo`, {}, 403),
  operators('admin/feeds/runs/:id/progress', `${RUN}/progress`, NO_PAGE),
  operators('admin/feeds/runs/:id/pictures/:position', `${RUN}/pictures/0`, NO_PAGE),
]
