import type { PostList } from './list-posts.server.ts'

/**
 * Joins a fresh first page and the posts that were loaded earlier. Earlier posts up to the last one that is in both
 * lists are taken only from the fresh page, since the others were deleted or have moved. If the lists have no post in
 * common, too many new posts have arrived, and only the fresh page is returned.
 */
export function joinPosts(first: PostList, earlier: PostList | null): PostList {
  if (!earlier) return first
  const ids = new Set(first.posts.map(({ id }) => id))
  const common = earlier.posts.findLastIndex(({ id }) => ids.has(id))
  const rest = common < 0 ? [] : earlier.posts.slice(common + 1)
  return rest.length ? { posts: [...first.posts, ...rest], next: earlier.next } : first
}

/** Appends a page to a list. Posts that are already in the list keep their position. */
export function addPosts(list: PostList, { posts, next }: PostList): PostList {
  const ids = new Set(list.posts.map(({ id }) => id))
  return { posts: [...list.posts, ...posts.filter(({ id }) => !ids.has(id))], next }
}

/** Reads a list again from its fresh first page on, until it has as many posts as are shown. */
export async function rereadPosts(
  first: PostList,
  shown: number,
  readAfter: (cursor: string) => Promise<PostList>,
): Promise<PostList> {
  let list = first
  while (list.next !== null && list.posts.length < shown) list = addPosts(list, await readAfter(list.next))
  return list
}
