import { operatorForm, operators, type Row } from '../route-row.ts'

const AT = '/admin/home-page'
const ROW = '/admin/home-page/rows/new?q=lamps'
const forPage = (fields: Record<string, string>) => operatorForm('admin/home-page', AT, fields, 409)

/** Arranging the home page. Nothing of this changes it: there are no such rows, games, drafts and versions. */
export const HOME_PAGE: Row[] = [
  operators('admin/home-page', AT),
  forPage({ intent: 'order', list: 'nothing', order: 'new,popular' }),
  forPage({ intent: 'move', list: 'nothing', item: 'new', to: 'popular' }),
  forPage({ intent: 'switch', row: 'nothing', to: 'off' }),
  forPage({ intent: 'rename', row: 'nothing', title: 'Fresh' }),
  forPage({ intent: 'unpin-all', list: 'nothing' }),
  forPage({ intent: 'add', collection: '99' }),
  forPage({ intent: 'remove', row: 'nothing' }),
  forPage({ intent: 'publish', seen: '0' }),
  forPage({ intent: 'keep', seen: '0' }),
  forPage({ intent: 'discard' }),
  forPage({ intent: 'restore', version: '99', seen: '0' }),
  operators('admin/home-page/rows/:row', ROW),
  operatorForm('admin/home-page/rows/:row', ROW, { intent: 'pin', list: 'nothing', game: '{game}' }, 409),
  operatorForm('admin/home-page/rows/:row', ROW, { intent: 'unpin', list: 'new', game: '99999' }, 409),
  operators('admin/home-page/preview', '/admin/home-page/preview?version=0'),
]
