import { expect, test } from 'vitest'
import { addPosts, joinPosts, renewPosts } from './join-posts.ts'
import type { BoardPost, PostList } from './list-posts.server.ts'

const list = (ids: number[], next: string | null = null, likes = 0): PostList => ({
  posts: ids.map((id) => ({ id, likes }) as BoardPost),
  next,
})
const idsOf = ({ posts }: PostList) => posts.map(({ id }) => id)

test('a reloaded list also has the pages that were loaded before', () => {
  const joined = joinPosts(list([9, 8, 7], '7'), list([9, 8, 7, 6, 5], '5'))
  expect([idsOf(joined), joined.next]).toEqual([[9, 8, 7, 6, 5], '5'])
})

test('newer posts come first, with no gap before the loaded ones', () => {
  const joined = joinPosts(list([11, 10, 9], '9'), list([9, 8, 7, 6, 5], '5'))
  expect([idsOf(joined), joined.next]).toEqual([[11, 10, 9, 8, 7, 6, 5], '5'])
})

test('a post that was deleted since is not in the joined list', () => {
  expect(idsOf(joinPosts(list([9, 7, 6], '6'), list([9, 8, 7, 6, 5], '5')))).toEqual([9, 7, 6, 5])
})

test('the list starts over when the new posts leave a gap', () => {
  const joined = joinPosts(list([20, 19, 18], '18'), list([9, 8, 7], '7'))
  expect([idsOf(joined), joined.next]).toEqual([[20, 19, 18], '18'])
})

test('a list with nothing more loaded is unchanged', () => {
  const joined = joinPosts(list([9, 8], '8'), list([9, 8], null))
  expect([idsOf(joined), joined.next]).toEqual([[9, 8], '8'])
  expect(idsOf(joinPosts(list([]), null))).toEqual([])
})

test('the next page adds no post twice, and renewed posts replace older ones', () => {
  expect(idsOf(addPosts(list([9, 8], '8'), list([8, 7], '7')))).toEqual([9, 8, 7])
  const renewed = renewPosts(list([9, 8], '8'), list([8], '1', 5))
  expect(renewed.posts.map(({ likes }) => likes)).toEqual([0, 5])
  expect(renewed.next).toBe('8')
})
