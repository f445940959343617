import { open, type Row, TEXT } from '../route-row.ts'

export const ADS: Row[] = [open('ads.txt', '/ads.txt', 404, { type: TEXT, shows: ['There are no ads here.'] })]
