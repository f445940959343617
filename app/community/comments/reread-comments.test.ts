import { expect, test } from 'vitest'
import type { CommentList, ShownComment } from './comments.server.ts'
import { rereadComments } from './reread-comments.ts'

/** Returns two of the comments after an id. */
function pageAfter(ids: number[], after: number): CommentList {
  const rest = ids.filter((id) => id > after)
  return {
    comments: rest.slice(0, 2).map((id) => ({ id }) as ShownComment),
    next: rest.length > 2 ? rest[1]! : null,
  }
}

async function reread(ids: number[], last: number | null): Promise<number[][]> {
  const pages = await rereadComments(pageAfter(ids, 0), last, async (id) => pageAfter(ids, id))
  return pages.map(({ comments }) => comments.map(({ id }) => id))
}

test('fetched comments are read again as far as they were shown, without those that are no longer there', async () => {
  expect(await reread([1, 2, 3, 5, 6, 7, 8, 9], 6)).toEqual([
    [3, 5],
    [6, 7],
  ])
  expect(await reread([1, 2, 3, 4, 5, 6, 7], 6)).toEqual([
    [3, 4],
    [5, 6],
  ])
  expect(await reread([1, 2, 3, 5], null)).toEqual([[3, 5]])
  expect(await reread([1, 2], 6)).toEqual([])
})
