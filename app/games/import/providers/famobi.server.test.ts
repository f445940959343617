import { expect, test } from 'vitest'
import { readFixture } from '../testing.server.ts'
import { famobi } from './famobi.server.ts'

const PICTURES = 'https://img.cdn.famobi.com/portal/html5games/images/tmp'

function game(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    package_id: 'Tower-Race',
    name: 'Tower Race',
    description: 'Race  up.',
    thumb: `${PICTURES}/TowerRaceTeaser.jpg`,
    thumb_60: `${PICTURES}/60/TowerRaceTeaser.jpg`,
    thumb_180: `${PICTURES}/180/TowerRaceTeaser.jpg`,
    link: 'https://play.famobi.com/tower-race/A-THEIRS',
    date: '2020-03-18',
    aspect_ratio: 1.5,
    related: [{ id: 'lamps', name: 'Lamps', thumb: `${PICTURES}/180/LampsTeaser.jpg` }],
    categories: ['racing', 'dress-up'],
    orientation: 'landscape',
    highscores_enabled: false,
    ...over,
  }
}

test('reads the games, and not those related to them', async () => {
  expect(await readFixture(famobi, { games: [game()] })).toEqual([
    {
      provider_game_id: 'tower-race',
      wanted_slug: 'tower-race',
      title: 'Tower Race',
      categories: ['Car', 'Dress Up'],
      raw_category: 'racing, dress-up',
      tags: ['racing', 'dress up'],
      description: 'Race up.',
      how_to_play: '',
      published_by: 'Famobi',
      url: 'https://play.famobi.com/tower-race',
      image_url: `${PICTURES}/TowerRaceTeaser.jpg`,
      image_small_url: `${PICTURES}/180/TowerRaceTeaser.jpg`,
      width: 960,
      height: 640,
      plays_on_phones: null,
    },
  ])
})

test('the operator’s affiliate id replaces the one in the path', async () => {
  expect(await readFixture(famobi, { games: [game()] }, { affiliate: 'A-OURS' })).toMatchObject([
    { url: 'https://play.famobi.com/tower-race/A-OURS' },
  ])
})

test.each([
  [0.5625, 540, 960],
  ['1.5', 960, 640],
  [1, null, null],
  [0, null, null],
  [-2, null, null],
  [9, null, null],
  [undefined, null, null],
  ['wide', null, null],
])('the ratio %j is stored as %j × %j', async (aspect_ratio, width, height) => {
  expect(await readFixture(famobi, { games: [game({ aspect_ratio })] })).toMatchObject([{ width, height }])
})

test('what an entry lacks is the reason why it is rejected', async () => {
  const games = [game({ name: null }), game({ link: '' }), game({ package_id: undefined }), { title: 'Tower' }]
  expect(await readFixture(famobi, { games })).toEqual([
    'no title',
    'no address',
    'no stable id in its address',
    'not an entry of famobi',
  ])
})
