import { ButtonLink } from '../../ui/button.tsx'
import { focusOnceThere } from '../../ui/floating/focus-if-lost.ts'
import { opens } from '../../ui/floating/opens.ts'
import { BoardGames } from './board-games.tsx'
import { BoardEmpty } from './board-empty.tsx'
import type { BoardQuery } from './board-query.ts'
import { boardHref } from '../community-href.ts'
import type { DiscussedGame } from './list-discussed-games.server.ts'
import type { PostList } from './list-posts.server.ts'
import { PostCard } from './post-card.tsx'
import { postLinkId } from './post-text.tsx'
import { useMorePosts } from './use-more-posts.ts'

/** With more posts than this, no column is empty at any width of the board. */
const MAX_POSTS = 4

/** The posts of a list, with a button that loads more. */
export function BoardPosts({ query, first, games }: { query: BoardQuery; first: PostList; games: DiscussedGame[] }) {
  const { tab, type, search } = query
  const list = { tab, type: type ?? undefined, search }
  const hrefAfter = (after: string) => boardHref({ ...list, after })
  const { posts, next, isBusy, loadMore } = useMorePosts(first, hrefAfter)

  async function showMore(): Promise<void> {
    const post = await loadMore()
    // Runs after rendering, since the focused button may have been removed.
    if (post) focusOnceThere(postLinkId(post.id))
  }

  if (!posts.length)
    return (
      <>
        <BoardEmpty query={query} />
        {games.length > 0 && <BoardGames games={games} />}
      </>
    )
  return (
    <div className="board-posts">
      {query.after && (
        <p className="board-before">
          <ButtonLink href={boardHref(list)}>Show previous posts</ButtonLink>
        </p>
      )}
      <ul className="post-grid">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
        {games.length > 0 && posts.length <= MAX_POSTS && (
          <li className="board-games-slot" data-after={posts.length}>
            <BoardGames games={games} />
          </li>
        )}
      </ul>
      {next !== null && (
        <p className="board-more">
          <ButtonLink href={hrefAfter(next)} aria-disabled={isBusy || undefined} onClick={opens(() => void showMore())}>
            {isBusy ? 'Loading...' : 'Load more'}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
