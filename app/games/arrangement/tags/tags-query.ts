import { href } from 'react-router'
import type { Missing } from '../../../server/http/responses.server.ts'

export const TAGS_ON_PAGE = 100

export const TAG_SORTS = { games: 'Most games', name: 'Name, A to Z' } as const

export type TagsQuery = { q: string; sort: keyof typeof TAG_SORTS; page: number }

/** Reads the query of the list of tags. Unknown values are ignored. */
export function readTagsQuery(params: URLSearchParams): TagsQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').slice(0, 40).trim(),
    sort: params.get('sort') === 'name' ? 'name' : 'games',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

export function tagsAdminHref({ q = '', sort = 'games', page = 1 }: Partial<TagsQuery> = {}): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (sort !== 'games') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return href('/admin/tags') + (query.size ? `?${query}` : '')
}

export const NO_TAG: Missing = {
  name: 'Tag not found',
  title: 'Tag not found',
  text: 'No game has this tag, or it was merged into another.',
  action: { label: 'All tags', href: href('/admin/tags') },
}
