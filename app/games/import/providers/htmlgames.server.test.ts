import { expect, test } from 'vitest'
import { readFixture } from '../testing.server.ts'
import { htmlgames } from './htmlgames.server.ts'

function entry(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Tower Race',
    category: 'Mahjong Games',
    create_date: '2025-03-03',
    description: 'Race up.',
    url: 'https://cdn.htmlgames.com/TowerRace/index.html',
    youtube: null,
    width: 800,
    height: 480,
    embed: '<div><script src="https://cdn.htmlgames.com/embed.js?game=TowerRace&amp;width=800"></script></div>',
    thumb1: 'https://cdn.htmlgames.com/TowerRace/img/icon/icon-120x120.png',
    thumb3: 'https://cdn.htmlgames.com/TowerRace/img/icon/image-300x200.jpg',
    thumb5: 'https://www.htmlgames.com/uploaded/game/thumb500/towerrace500300.webp',
    thumb6: 'https://www.htmlgames.com/uploaded/game/thumb800/towerrace800450.webp',
    ...over,
  }
}

test('reads the entries of the bare array', async () => {
  expect(await readFixture(htmlgames, [entry()])).toEqual([
    {
      provider_game_id: 'towerrace',
      wanted_slug: 'tower-race',
      title: 'Tower Race',
      categories: ['Mahjong'],
      raw_category: 'Mahjong Games',
      tags: ['Mahjong'],
      description: 'Race up.',
      how_to_play: '',
      published_by: 'HTMLGames',
      url: 'https://cdn.htmlgames.com/TowerRace/index.html',
      image_url: 'https://www.htmlgames.com/uploaded/game/thumb800/towerrace800450.webp',
      image_small_url: 'https://cdn.htmlgames.com/TowerRace/img/icon/image-300x200.jpg',
      width: 800,
      height: 480,
      plays_on_phones: null,
    },
  ])
})

test('the picture is the largest one that a game has', async () => {
  const older = entry({ thumb6: undefined })
  const oldest = entry({ thumb6: undefined, thumb5: undefined })
  expect(await readFixture(htmlgames, [older, oldest])).toMatchObject([
    { image_url: older.thumb5 },
    { image_url: older.thumb3 },
  ])
})

test('the folder names a game, however its address is written', async () => {
  const url = 'https://cdn.htmlgames.com/TäglichesRätsel/index.html'
  const games = [
    entry({ url }),
    entry({ url: encodeURI(url) }),
    entry({ url: 'https://cdn.htmlgames.com/Tower_Race/' }),
  ]
  expect(await readFixture(htmlgames, games)).toMatchObject([
    { provider_game_id: 't%c3%a4glichesr%c3%a4tsel', url: encodeURI(url) },
    { provider_game_id: 't%c3%a4glichesr%c3%a4tsel' },
    { provider_game_id: 'tower_race' },
  ])
})

test('script embeds are rejected', async () => {
  const entries = [entry({ url: '' }), entry({ url: entry().embed }), entry({ url: 'https://cdn.htmlgames.com/' })]
  expect(await readFixture(htmlgames, entries)).toEqual([
    'url is a script instead of a frame',
    'url is a script instead of a frame',
    'no stable id in its address',
  ])
})

test('an entry of another provider is none of theirs', async () => {
  const url = 'https://html5.gamemonetize.com/x/'
  expect(await readFixture(htmlgames, [{ id: '1', title: 'Tower', url, thumb: 'x' }, 'text', null])).toEqual(
    Array(3).fill('not an entry of htmlgames'),
  )
})
