import fc from 'fast-check'
import naughty from 'big-list-of-naughty-strings'
import { expect, test } from 'vitest'
import { anyText } from '../../../testing/fixtures/any-text.ts'
import { setArrangement } from '../arrangement/arrangement.ts'
import type { FeedEntry } from './feed-entry.ts'
import { gamemonetize } from './providers/gamemonetize.server.ts'
import { readGame } from './read-game.ts'

const KEY = 'a1b2c3d4'.repeat(4)

function entry(over: Partial<FeedEntry> = {}): FeedEntry {
  return {
    key: KEY, title: 'Tower Race', address: `https://html5.gamemonetize.com/${KEY}/`, rawCategory: 'Racing', categories: ['Racing'],
    tags: ['Car', 'Towers'], description: 'Race up.', instructions: 'W - up', image: `https://img.gamemonetize.com/${KEY}/512x384.jpg`,
    imageSmall: undefined, width: '800', height: '600', publishedBy: 'GameMonetize', playsOnPhones: null, ...over,
  } // prettier-ignore
}

function read(over: Partial<FeedEntry> = {}) {
  return readGame(entry(over), gamemonetize, false)
}

function game(over: Partial<FeedEntry> = {}) {
  const result = read(over)
  if ('reason' in result) throw new Error(result.reason)
  return result.game
}

test('a plain entry becomes a game', () => {
  expect(game()).toEqual({
    provider_game_id: KEY,
    wanted_slug: 'tower-race',
    title: 'Tower Race',
    categories: ['Car'],
    raw_category: 'Racing',
    tags: ['Car', 'Towers'],
    description: 'Race up.',
    how_to_play: 'W - up',
    published_by: 'GameMonetize',
    url: `https://html5.gamemonetize.com/${KEY}/`,
    image_url: `https://img.gamemonetize.com/${KEY}/512x384.jpg`,
    image_small_url: null,
    width: 800,
    height: 600,
    plays_on_phones: null,
  })
})

test('a tag that operators merged is replaced, and rules get the one of the feed', () => {
  setArrangement({ tags: [{ tag: 'car', name: null, description: '', isHidden: false, mergedInto: 'vehicles' }] })
  const { tags, replaced_tags } = game({ tags: ['#Car', 'Towers'] })
  setArrangement({})
  expect([tags, replaced_tags]).toEqual([['vehicles', 'Towers'], ['Car']])
})

test('an entry without a title, URL or key is refused', () => {
  expect(read({ title: ' &nbsp;<b></b>\u200B\u3164' })).toEqual({ reason: 'no title' })
  expect(read({ address: '' })).toEqual({ reason: 'no address' })
  expect(read({ address: 'https://other.example/' })).toEqual({
    reason: "url has a host that is not the provider's: other.example",
  })
  expect(read({ key: '' })).toEqual({ reason: 'no stable id in its address' })
})

test.each([
  ['800', '600', 800, 600],
  [1080, 1920, 1080, 1920],
  ['135', '240', 135, 240],
  ['640', '38', null, null],
  ['10280', '800', null, null],
  [null, null, null, null],
  [undefined, 600, null, null],
  ['', '', null, null],
  ['800px', '600', null, null],
  [1200, 300, null, null],
  [800.5, 600, null, null],
])('the size %j × %j is stored as %j × %j', (width, height, storedWidth, storedHeight) => {
  expect(game({ width, height })).toMatchObject({ width: storedWidth, height: storedHeight })
})

test.each([
  ['Wooden&nbsp;Block&nbsp;Race', 'Wooden Block Race', 'wooden-block-race'],
  ['Ann&rsquo;s Room', 'Ann’s Room', 'anns-room'],
  ['Cats &amp; Dogs', 'Cats & Dogs', 'cats-dogs'],
  ['Башня', 'Башня', 'bashnya'],
  ['Сolor Towers', 'Color Towers', 'color-towers'],
  ['塔防', '塔防', KEY],
  ['塔防 2', '塔防 2', KEY],
  ['2048', '2048', '2048'],
  ['!!!', '!!!', KEY],
])('the title %j becomes %j with the slug %s', (raw, title, slug) => {
  expect(game({ title: raw })).toMatchObject({ title, wanted_slug: slug })
})

test('categories come from the raw ones and from the tags', () => {
  expect(
    game({ rawCategory: 'Arcade', categories: ['Arcade'], tags: ['2 Player Games', 'cars', 'arcade'] }).categories,
  ).toEqual(['2 Player', 'Car', 'Casual'])
  expect(game({ rawCategory: '', categories: [''], tags: [] })).toMatchObject({
    categories: ['Casual'],
    raw_category: null,
  })
})

test('a picture on a host other than the provider’s is ignored', () => {
  expect(game({ image: 'https://other.example/a.jpg', imageSmall: 'javascript:alert(1)' })).toMatchObject({
    image_url: null,
    image_small_url: null,
  })
})

test('property: no text of a game contains markup', () => {
  const text = fc.oneof(fc.constantFrom(...naughty), anyText())
  const texts = {
    title: text,
    rawCategory: text,
    tags: fc.array(text),
    description: text,
    instructions: text,
    publishedBy: text,
  }
  fc.assert(
    fc.property(fc.record(texts), (over) => {
      const result = read(over)
      if ('reason' in result) return
      const { title, raw_category, tags, description, how_to_play, published_by, wanted_slug } = result.game
      const all = [title, raw_category, ...tags, description, how_to_play, published_by].join('\n')
      expect(all).not.toMatch(/<[a-z!/]|&[a-z#0-9]+;/i)
      expect(title).not.toBe('')
      expect(wanted_slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }),
  )
})
