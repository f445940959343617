import type { PostList } from './list-posts.server.ts'

/**
 * A list as it begins now, going on with what was loaded of it earlier. What stood before a post that both have and begins it no longer has
 * gone or has moved; and where they have none in common, more came than it begins with, and it is read anew from there.
 */
export function joinPosts(first: PostList, earlier: PostList | null): PostList {
  if (!earlier) return first
  const ids = new Set(first.posts.map(({ id }) => id))
  const common = earlier.posts.findLastIndex(({ id }) => ids.has(id))
  const rest = common < 0 ? [] : earlier.posts.slice(common + 1)
  return rest.length ? { posts: [...first.posts, ...rest], next: earlier.next } : first
}

/** A list with those that follow it; what it has already it keeps in its place. */
export function addPosts(list: PostList, { posts, next }: PostList): PostList {
  const ids = new Set(list.posts.map(({ id }) => id))
  return { posts: [...list.posts, ...posts.filter(({ id }) => !ids.has(id))], next }
}

/** A list with what is known of its posts by now. */
export function renewPosts(list: PostList, { posts }: PostList): PostList {
  const now = new Map(posts.map((post) => [post.id, post]))
  return { ...list, posts: list.posts.map((post) => now.get(post.id) ?? post) }
}
