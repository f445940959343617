import { ButtonLink } from '../ui/button.tsx'
import { focusOnceThere } from '../ui/focus-if-lost.ts'
import { opens } from '../ui/opens.ts'
import { BoardEmpty } from './board-empty.tsx'
import type { BoardQuery } from './board-query.ts'
import { boardHref } from './community-href.ts'
import type { PostList } from './list-posts.server.ts'
import { PostCard } from './post-card.tsx'
import { postLinkId } from './post-words.tsx'
import { useMorePosts } from './use-more-posts.ts'

/** The posts of a list of the board, and the way to more of them. */
export function BoardPosts({ asked, first }: { asked: BoardQuery; first: PostList }) {
  const { tab, type, search } = asked
  const list = { tab, type: type ?? undefined, search }
  const hrefAfter = (after: string) => boardHref({ ...list, after })
  const { posts, next, isBusy, loadMore } = useMorePosts(first, hrefAfter)

  async function showMore(): Promise<void> {
    const post = await loadMore()
    // Once it is drawn: the button may be gone, and the focus with it.
    if (post) focusOnceThere(postLinkId(post.id))
  }

  if (!posts.length) return <BoardEmpty asked={asked} />
  return (
    <>
      {asked.after && (
        <p className="board-before">
          <ButtonLink href={boardHref(list)}>Show the posts before</ButtonLink>
        </p>
      )}
      <ul className="post-grid">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className="board-more">
          <ButtonLink href={hrefAfter(next)} aria-disabled={isBusy || undefined} onClick={opens(() => void showMore())}>
            {isBusy ? 'Loading...' : 'Load more'}
          </ButtonLink>
        </p>
      )}
    </>
  )
}
