import { expect, test } from 'vitest'
import { gamedistribution } from './gamedistribution.server.ts'

const ID = '0a1b2c3d'.repeat(4)
const asset = (size: string) => `https://img.gamedistribution.com/${ID}-${size}`

const hit = {
  Id: ID, Title: 'Tower Race', Developer: 'Towers Ltd', Description: 'Race up.', Instructions: 'W - up', 'Game URL': `https://html5.gamedistribution.com/${ID}`,
  Genres: ['Racing & Driving', 'Football'], Tags: ['car'], Assets: [asset('1280x720.jpg'), asset('200x120.jpg'), asset('512x384.jpeg')],
  'Mobile Ready': ['For IOS'], Width: '1365', Height: 768,
} // prettier-ignore

const item = {
  Title: 'Tower Race', Md5: ID, Url: `https://html5.gamedistribution.com/${ID}/`, Asset: [asset('512x512.jpg')], Category: ['Dress-up'],
  Tag: ['car', 'Kids Friendly', 'No Blood'], Mobile: 'false', Company: 'Towers Ltd', Width: 960, Height: 540,
} // prettier-ignore

test('reads the hits of segments', () => {
  expect(gamedistribution.readEntry(hit)).toMatchObject({
    key: ID,
    address: `https://html5.gamedistribution.com/${ID}`,
    rawCategory: 'Racing & Driving, Football',
    categories: ['Car', 'Driving', 'Football'],
    tags: ['car'],
    image: asset('512x384.jpeg'),
    imageSmall: asset('200x120.jpg'),
    publishedBy: 'Towers Ltd',
    playsOnPhones: true,
  })
})

test('reads the items of the bare array', () => {
  expect(gamedistribution.readEntry(item)).toMatchObject({
    key: ID,
    address: `https://html5.gamedistribution.com/${ID}/`,
    rawCategory: 'Dress-up',
    categories: ['Dress-up'],
    tags: ['car'],
    image: asset('512x512.jpg'),
    imageSmall: undefined,
    publishedBy: 'Towers Ltd',
    playsOnPhones: false,
  })
})

test('without pictures the fields are undefined, and missing phone support is unknown', () => {
  expect(gamedistribution.readEntry({ ...hit, Assets: [], 'Mobile Ready': undefined })).toMatchObject({
    image: undefined,
    imageSmall: undefined,
    playsOnPhones: null,
  })
  expect(gamedistribution.readEntry({ ...hit, Assets: null, 'Mobile Ready': [] })?.playsOnPhones).toBe(false)
})

test.each([null, 'text', [], {}, { title: 'x', url: 'y', thumb: 'z' }, { Id: 'x' }])(
  '%j is not a GameDistribution entry',
  (value) => {
    expect(gamedistribution.readEntry(value)).toBe(null)
  },
)

test('an entry without a URL is still recognized', () => {
  expect(gamedistribution.readEntry({ Title: 'Tower' })).toMatchObject({ title: 'Tower', address: '', key: '' })
})

test('the URL in the frame includes the address of the embedding page', () => {
  const address = `https://html5.gamedistribution.com/${'a'.repeat(32)}/`
  const framed = gamedistribution.addressOnPage?.(address, 'https://playhall.example/games/a-game')
  expect(framed).toBe(`${address}?gd_sdk_referrer_url=https%3A%2F%2Fplayhall.example%2Fgames%2Fa-game`)
})
