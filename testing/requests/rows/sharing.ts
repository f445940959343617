import { open, type Row, TEXT, visitorOnly } from '../route-row.ts'

const PICTURE = { type: 'image/jpeg', cache: 'public, max-age=3600, stale-while-revalidate=86400' }

export const SHARING: Row[] = [
  open('share-pictures/*', '/share-pictures/games/{game}', 200, PICTURE),
  ...visitorOnly(
    open('share-pictures/*', '/share-pictures/site', 200, PICTURE),
    open('share-pictures/*', '/share-pictures/games/1', 200, PICTURE),
    ...['games/999999', 'blog/9999999999'].map((at) =>
      open('share-pictures/*', `/share-pictures/${at}`, 404, { type: TEXT, shows: ['This picture doesn’t exist.'] }),
    ),
    open('share-pictures/*', '/share-pictures/players/1', 404, {
      type: 'text/plain; charset=UTF-8',
      cache: 'no-store',
    }),
  ),
]
