import { useEffect, useState } from 'react'
import { data, useLocation, useNavigation } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { cut } from '../../lib/text.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/board.page'
import { BoardFilters } from './board-filters.tsx'
import { BoardPosts } from './board-posts.tsx'
import { boardQueryOf } from './board-query.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { boardHref, postHref } from '../community-href.ts'
import { listDiscussedGames } from './list-discussed-games.server.ts'
import { listPosts } from './list-posts.server.ts'
import { NeedHelp } from './need-help.tsx'
import { NewPostButton } from '../posts/form/new-post-dialog.tsx'

/** The number of posts in the structured data. */
const STRUCTURED = 12
/** The number of columns of the widest board. If there are fewer posts, games fill the first row. */
const COLUMNS = 5

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request }: Route.LoaderArgs) {
  const query = boardQueryOf(request)
  const { tab, type, search } = query
  if (tab === 'my-posts') await playerOrLogin(request, boardHref({ tab, type: type ?? undefined, search }))
  if (search) await limit('search', request)
  const list = await listPosts(query, sessionToken(request))
  const isShort = list.posts.length < COLUMNS && !query.after
  const games = isShort ? await listDiscussedGames() : []
  return data(
    { query, list, games },
    { headers: isShort ? cacheHeaders('community', 'games') : cacheHeaders('community') },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { query, list } = loaderData
  const { tab, type, search, after } = query
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Community | ${site.name}`,
    description:
      `Tips, questions, finds and wishes from people who play at ${site.name}. ` +
      'Everyone can read; sign in to ask, answer and like.',
    path: boardHref({ tab, type: type ?? undefined }),
    noindex: tab === 'my-posts' || search !== '' || after !== null,
    structured: [
      itemList(
        site,
        list.posts
          .slice(0, STRUCTURED)
          .map(({ id, title, content }) => ({ name: title || cut(content, 60), path: postHref(id) })),
      ),
    ],
  })
}

/** The board of the community (docs/product.md#board). */
export default function BoardPage({ loaderData: { query, list, games } }: Route.ComponentProps) {
  const { key: historyKey } = useLocation()
  const isDeferred = useDeferredList()
  return (
    <>
      <div className="board-head">
        <div>
          <h1>Community</h1>
          <p>Tips, finds and wishes from people who play here.</p>
        </div>
        <NewPostButton {...(query.type && { type: query.type })} />
      </div>
      <BoardFilters query={query} />
      <div className="board-body">
        <div>
          {isDeferred && <BoardSkeleton />}
          <div hidden={isDeferred}>
            {/* One instance for each history entry: it restores what "Load more" added. */}
            <BoardPosts key={historyKey} query={query} first={list} games={games} />
          </div>
        </div>
        <NeedHelp />
      </div>
    </>
  )
}

/** Delay before the skeleton is shown. */
const TIMEOUT_MS = 200

/** True once a navigation to another list of the board has taken TIMEOUT_MS. */
function useDeferredList(): boolean {
  const { location } = useNavigation()
  const isComing = location?.pathname === boardHref()
  const [isDeferred, setDeferred] = useState(false)
  useEffect(() => {
    if (!isComing) return
    const timer = setTimeout(() => setDeferred(true), TIMEOUT_MS)
    return () => {
      clearTimeout(timer)
      setDeferred(false)
    }
  }, [isComing])
  return isDeferred
}
