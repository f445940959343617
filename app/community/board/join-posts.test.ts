import { expect, test } from 'vitest'
import { addPosts, joinPosts, rereadPosts } from './join-posts.ts'
import type { BoardPost, PostList } from './list-posts.server.ts'

const list = (ids: number[], next: string | null = null): PostList => ({
  posts: ids.map((id) => ({ id }) as BoardPost),
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

test('the next page adds no post twice', () => {
  expect(idsOf(addPosts(list([9, 8], '8'), list([8, 7], '7')))).toEqual([9, 8, 7])
})

test('a list that is read again omits deleted posts, and has no fewer posts than before if there are enough', async () => {
  /** Reads lists of three posts a page again from the first page. */
  const reread = async (ids: number[], shown: number) => {
    const after = (last: number) => {
      const rest = ids.filter((id) => id < last)
      return list(rest.slice(0, 3), rest.length > 3 ? String(rest[2]) : null)
    }
    const { posts, next } = await rereadPosts(after(Infinity), shown, async (cursor) => after(Number(cursor)))
    return [posts.map(({ id }) => id), next]
  }
  expect(await reread([9, 8, 7, 6, 4, 3, 2], 6)).toEqual([[9, 8, 7, 6, 4, 3], '3'])
  expect(await reread([11, 9, 8, 7, 6, 5, 4, 3, 2, 1], 7)).toEqual([[11, 9, 8, 7, 6, 5, 4, 3, 2], '2'])
  expect(await reread([9, 8, 7, 6], 6)).toEqual([[9, 8, 7, 6], null])
  expect(await reread([9, 8, 7, 6], 3)).toEqual([[9, 8, 7], '7'])
})
