import { personal, personalForm, type Row, sent, signInFirst } from '../route-row.ts'

const item = 'frame-marquee'
const location = signInFirst('/rewards/shop')

/** None of the clients has enough credits. */
export const SHOP: Row[] = [
  personal('rewards/shop'),
  personalForm('rewards/purchases/:item', {}, 303, { at: `/rewards/purchases/${item}`, location }),
  sent('PUT', 'rewards/purchases/:item', `/rewards/purchases/${item}`, 409),
  personalForm('rewards/worn/:item', { worn: 'yes' }, 303, { at: `/rewards/worn/${item}`, location }),
  sent('PUT', 'rewards/worn/:item', `/rewards/worn/${item}`, 409),
  sent('DELETE', 'rewards/worn/:item', `/rewards/worn/${item}`, 204),
]
