import { expect, test } from 'vitest'
import { readFixture } from '../testing.server.ts'
import { playgama } from './playgama.server.ts'

const GAME = 'https://playgama.com/export/game/tower--race'
const PICTURE = 'https://playgama.com/cdn-cgi/imagedelivery/AbC-d/0a1b2c3d/enlarged'

function hit(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '4711',
    slug: 'tower--race',
    title: 'Tower Race',
    description: '💥Race up.\n\nFast!',
    howToPlayText: 'PC:\n- W - up',
    gameURL: `${GAME}?clid=p_theirs`,
    playgamaGameUrl: 'https://playgama.com/game/tower--race',
    genres: ['racing', '3d', 'co-op'],
    tags: ['bike-racing-games', '2-player-gun'],
    images: [PICTURE, `${PICTURE}2`],
    videos: [{ playgama_id: 'x', external_url: '' }],
    mobileReady: ['For Android', 'For Desktop'],
    gender: ['Male'],
    inGamePurchases: 'No',
    supportedLanguages: ['en-US'],
    screenOrientation: { horizontal: true, vertical: false },
    embed: `<iframe src='${GAME}?clid=p_theirs' allow='fullscreen; camera' width='800' height='450'></iframe>`,
    ...over,
  }
}

const feed = (...hits: unknown[]) => ({
  input: {},
  sort: {},
  segments: [{ title: 'For you', count: hits.length, hits }],
})

test('reads the hits of segments', async () => {
  expect(await readFixture(playgama, feed(hit()))).toEqual([
    {
      provider_game_id: '4711',
      wanted_slug: 'tower-race',
      title: 'Tower Race',
      categories: ['Car', 'Multiplayer'],
      raw_category: 'racing, 3d, co-op',
      tags: ['racing', '3d', 'co op', 'bike racing', '2 player gun'],
      description: '💥Race up.\n\nFast!',
      how_to_play: 'PC:\n- W - up',
      published_by: 'Playgama',
      url: GAME,
      image_url: PICTURE,
      image_small_url: null,
      width: 800,
      height: 450,
      plays_on_phones: true,
    },
  ])
})

test('the address may be only in the frame, where the partner id is replaced too', async () => {
  expect(await readFixture(playgama, feed(hit({ gameURL: undefined })))).toMatchObject([{ url: GAME }])
  expect(await readFixture(playgama, feed(hit({ gameURL: '' })), { clid: 'p_ours' })).toMatchObject([
    { url: `${GAME}?clid=p_ours` },
  ])
})

test.each([
  [{ horizontal: false, vertical: true }, 450, 800],
  [{ horizontal: true, vertical: true }, null, null],
  [{}, null, null],
  [null, null, null],
])('a game for %j is %j × %j', async (screenOrientation, width, height) => {
  expect(await readFixture(playgama, feed(hit({ screenOrientation })))).toMatchObject([{ width, height }])
})

test.each([
  [['For Desktop'], false],
  [[], false],
  [['For IOS'], true],
  [undefined, null],
])('a game for %j plays on phones: %j', async (mobileReady, plays) => {
  expect(await readFixture(playgama, feed(hit({ mobileReady })))).toMatchObject([{ plays_on_phones: plays }])
})

test('what an entry lacks is the reason why it is rejected', async () => {
  const hits = [
    hit({ gameURL: 'https://games.example/x' }),
    hit({ gameURL: undefined, embed: '<iframe>' }),
    hit({ id: null }),
    { Id: 'x', Title: 'y' },
  ]
  expect(await readFixture(playgama, feed(...hits))).toEqual([
    "url has a host that is not the provider's: games.example",
    'url is a frame without an address',
    'no stable id in its address',
    'not an entry of playgama',
  ])
})
