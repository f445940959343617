import { type Row, sent } from '../route-row.ts'

export const SHELL: Row[] = [
  sent('POST', 'kept', '/kept', 200, { json: { wishes: [{ id: 1, at: 1 }], recent: [{ id: 1, at: 1 }] } }),
]
