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

/** Replaces the posts of a list with their newer versions. */
export function renewPosts(list: PostList, { posts }: PostList): PostList {
  const now = new Map(posts.map((post) => [post.id, post]))
  return { ...list, posts: list.posts.map((post) => now.get(post.id) ?? post) }
}
