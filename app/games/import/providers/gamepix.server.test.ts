import { expect, test } from 'vitest'
import { readFixture } from '../testing.server.ts'
import { gamepix } from './gamepix.server.ts'

function item(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'AB12C',
    title: 'Tower Race\t',
    namespace: 'tower-race',
    description: 'Race up.',
    category: 'match-3',
    orientation: 'portrait',
    quality_score: 0.9,
    width: 600,
    height: 800,
    date_modified: 'Fri, 16 Jan 2026 09:12:34 GMT',
    date_published: 'Tue, 09 Dec 2025 13:14:19 GMT',
    banner_image: 'https://img.gamepix.com/games/tower-race/cover/tower-race.png?w=320',
    image: 'https://img.gamepix.com/games/tower-race/icon/tower-race.png?w=105',
    url: 'https://play.gamepix.com/tower-race/embed?sid=THEIRS',
    ...over,
  }
}

const feed = (...items: unknown[]) => ({ version: 'https://jsonfeed.org/version/1.1', title: 'Feed', items })

test('reads the items of the feed', async () => {
  expect(await readFixture(gamepix, feed(item()))).toEqual([
    {
      provider_game_id: 'ab12c',
      wanted_slug: 'tower-race',
      title: 'Tower Race',
      categories: ['Puzzle'],
      raw_category: 'match-3',
      tags: ['match 3'],
      description: 'Race up.',
      how_to_play: '',
      published_by: 'GamePix',
      url: 'https://play.gamepix.com/tower-race/embed',
      image_url: 'https://img.gamepix.com/games/tower-race/cover/tower-race.png?w=320',
      image_small_url: null,
      width: 600,
      height: 800,
      plays_on_phones: null,
    },
  ])
})

test('the operator’s property id replaces the one in the feed', async () => {
  expect(await readFixture(gamepix, feed(item()), { sid: 'OURS1' })).toMatchObject([
    { url: 'https://play.gamepix.com/tower-race/embed?sid=OURS1' },
  ])
})

test('without a banner the icon is the picture', async () => {
  expect(await readFixture(gamepix, feed(item({ banner_image: undefined })))).toMatchObject([
    { image_url: 'https://img.gamepix.com/games/tower-race/icon/tower-race.png?w=105' },
  ])
})

test('what an entry lacks is the reason why it is rejected', async () => {
  const items = [item({ title: '' }), item({ url: undefined }), item({ id: undefined }), { package_id: 'x' }, null]
  expect(await readFixture(gamepix, feed(...items))).toEqual([
    'no title',
    'no address',
    'no stable id in its address',
    'not an entry of gamepix',
    'not an entry of gamepix',
  ])
})

test('pages follow until a short one', () => {
  const page = new URL('https://feeds.gamepix.com/v2/json?sid=1&pagination=96&page=2')
  expect(gamepix.nextPage?.(page, 96)?.href).toBe('https://feeds.gamepix.com/v2/json?sid=1&pagination=96&page=3')
  expect(gamepix.nextPage?.(page, 95)).toBe(null)
  expect(gamepix.nextPage?.(new URL('https://feeds.gamepix.com/v2/json?sid=1&page=2'), 12)?.search).toBe(
    '?sid=1&page=3',
  )
  expect(gamepix.nextPage?.(new URL('https://feeds.gamepix.com/v2/json?sid=1&page=last'), 12)).toBe(null)
})
