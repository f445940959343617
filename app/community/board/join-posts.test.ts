import { expect, test } from 'vitest'
import { addPosts, joinPosts, renewPosts } from './join-posts.ts'
import type { BoardPost, PostList } from './list-posts.server.ts'

const list = (ids: number[], next: string | null = null, likes = 0): PostList => ({
  posts: ids.map((id) => ({ id, likes }) as BoardPost),
  next,
})
const idsOf = ({ posts }: PostList) => posts.map(({ id }) => id)

test('a list goes on with what was loaded of it', () => {
  const joined = joinPosts(list([9, 8, 7], '7'), list([9, 8, 7, 6, 5], '5'))
  expect([idsOf(joined), joined.next]).toEqual([[9, 8, 7, 6, 5], '5'])
})

test('what came since stands before, and nothing is between', () => {
  const joined = joinPosts(list([11, 10, 9], '9'), list([9, 8, 7, 6, 5], '5'))
  expect([idsOf(joined), joined.next]).toEqual([[11, 10, 9, 8, 7, 6, 5], '5'])
})

test('what was deleted since is gone', () => {
  expect(idsOf(joinPosts(list([9, 7, 6], '6'), list([9, 8, 7, 6, 5], '5')))).toEqual([9, 7, 6, 5])
})

test('where more came than a list begins with it is read anew', () => {
  const joined = joinPosts(list([20, 19, 18], '18'), list([9, 8, 7], '7'))
  expect([idsOf(joined), joined.next]).toEqual([[20, 19, 18], '18'])
})

test('a list that was not gone on with is as it begins', () => {
  const joined = joinPosts(list([9, 8], '8'), list([9, 8], null))
  expect([idsOf(joined), joined.next]).toEqual([[9, 8], '8'])
  expect(idsOf(joinPosts(list([]), null))).toEqual([])
})

test('what follows is added once, and what is known of a post is the newest', () => {
  expect(idsOf(addPosts(list([9, 8], '8'), list([8, 7], '7')))).toEqual([9, 8, 7])
  const renewed = renewPosts(list([9, 8], '8'), list([8], '1', 5))
  expect(renewed.posts.map(({ likes }) => likes)).toEqual([0, 5])
  expect(renewed.next).toBe('8')
})
