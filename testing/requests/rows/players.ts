import {
  HTML,
  JSON_TYPE,
  NOT_SHARED,
  open,
  page,
  personal,
  personalForm,
  type Row,
  sent,
  signInFirst,
  TEXT,
  visitorOnly,
} from '../route-row.ts'

const profile = signInFirst('/players/{username}')

export const PLAYERS: Row[] = [
  page('players/:username', '/players/{username}?tab=wishlist&page=1&after=1', {
    canonical: '/players/{username}',
    shows: ['{username}', 'Joined'],
  }),
  ...visitorOnly(
    page('players/:username', '/players/MARA_V', {
      canonical: '/players/Mara_V',
      structured: [],
      noindex: true,
      shows: ['Mara_V', 'Mara Voss', 'Joined 2 Jan 2026', 'Posts', 'Likes', 'Comments', 'Credits', 'Wishlist', 'No posts to show'],
      hides: ['Block', 'Edit Profile'],
    }), // prettier-ignore
    page('players/:username', '/players/Mara_V?tab=wishlist', {
      canonical: '/players/Mara_V',
      noindex: true,
      shows: ['No games on this wishlist yet'],
    }),
    ...['/players/nobody_here', '/players/a', '/players/%F0%9F%8E%AE'].map((at) =>
      open('players/:username', at, 404, {
        type: HTML,
        noindex: true,
        cache: NOT_SHARED,
        shows: ['Player not found', 'Back to Community'],
      }),
    ),
  ),
  open('players/:username/card', '/players/{username}/card', 200, {
    type: JSON_TYPE,
    cache: 'shared',
    shows: ['"username":"{username}"', '"viewer":"visitor"'],
  }),
  ...visitorOnly(
    open('players/:username/card', '/players/mara_v/card', 200, {
      type: JSON_TYPE,
      cache: 'shared',
      shows: ['"username":"Mara_V"', '"posts":[]', '"wishes":[]', '"viewer":"visitor"'],
    }),
    open('players/:username/card', '/players/nobody_here/card', 404, {
      type: TEXT,
      shows: ['This player doesn’t exist.'],
    }),
  ),
  // Players cannot block themselves.
  personalForm('players/:username/block', {}, 303, { at: '/players/{username}/block', location: profile, others: 303 }),
  sent('PUT', 'players/:username/block', '/players/{username}/block', 409, { others: 204 }),
  sent('DELETE', 'players/:username/block', '/players/{username}/block', 204),
  personal('account/blocked'),
]
