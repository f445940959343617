import { href } from 'react-router'
import type { Order } from '../lists/list-orders.ts'

/** Returns the path of a collection with a sort order and a page. Defaults are omitted. */
export function collectionHref(
  slug: string,
  { order = 'newest', page = 1 }: { order?: Order; page?: number } = {},
): string {
  const query = new URLSearchParams()
  if (order !== 'newest') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  return href('/collections/:slug', { slug }) + (query.size ? `?${query}` : '')
}

/** The fragment of the form that adds a row, on the console page of the home page. */
export const ADD_ROW = 'add-row'

/** Returns the link to that form with a collection chosen. */
export function addToHomeHref(id: number): string {
  return `${href('/admin/home-page')}?collection=${id}#${ADD_ROW}`
}
