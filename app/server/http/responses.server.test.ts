import { expect, test } from 'vitest'
import { idOf, notFound, pageOf } from './responses.server.ts'

const NO_POST = {
  name: 'No such post',
  title: 'This post is gone',
  text: 'Its author took it down.',
  action: { label: 'All posts', href: '/community' },
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    return thrown
  }
}

test('a page describes what was not found, and may be shared', () => {
  const answer = notFound(NO_POST, { 'Cache-Tag': 'posts' })
  expect(answer).toMatchObject({ data: NO_POST, init: { status: 404, headers: { 'Cache-Tag': 'posts' } } })
})

test('an endpoint responds with a sentence', async () => {
  const answer = notFound('This post doesn’t exist.') as Response
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe('This post doesn’t exist.')
})

test('an id in a URL is a whole number that the database can store', () => {
  expect(idOf('1', NO_POST)).toBe(1)
  expect(idOf('2147483647', NO_POST)).toBe(2_147_483_647)
})

test.each(['', '0', '-1', '01', '1.0', '1e0', ' 1', '1 ', 'x', '١', '1\n', '2147483648', '9'.repeat(400)])(
  'the id %j is not found',
  (text) => {
    expect(thrownBy(() => idOf(text, NO_POST))).toMatchObject({ data: NO_POST, init: { status: 404 } })
    expect(thrownBy(() => idOf(text, 'This post doesn’t exist.'))).toMatchObject({ status: 404 })
  },
)

test.each([
  ['', 1],
  ['?page=2', 2],
  ['?page=500', 500],
  ['?page=501', 1],
  ['?page=0', 1],
  ['?page=-1', 1],
  ['?page=1.5', 1],
  ['?page=x', 1],
  ['?page=', 1],
  ['?page=1e9', 1],
  ['?page=Infinity', 1],
  ['?page=3&page=4', 3],
])('in a list of 500 pages %j means page %i', (query, page) => {
  expect(pageOf(new Request(`http://playhall.example/list${query}`), 500)).toBe(page)
})

test('without a last page the number is limited to a valid offset', () => {
  const ask = (page: number) => pageOf(new Request(`http://playhall.example/list?page=${page}`))
  expect([ask(1_000_000), ask(1_000_001), ask(1e300)]).toEqual([1_000_000, 1, 1])
})
