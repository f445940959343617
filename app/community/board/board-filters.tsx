import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { SEARCH_TERM_LENGTH } from '../../games/search/search-rules.ts'
import { useRowAtChosen } from '../../ui/fields/use-row-at-chosen.ts'
import { useShownQuery } from '../../ui/use-shown-query.ts'
import type { BoardQuery } from './board-query.ts'
import { boardHref } from '../community-href.ts'
import { BOARD_TABS, type BoardTab, POST_TYPES, type PostType, TYPE_LABELS } from '../post-rules.ts'

const TAB_LABELS: Record<BoardTab, string> = { recent: 'Recent', popular: 'Popular', 'my-posts': 'My Posts' }

/** Tabs, types and search of the board (docs/product.md#board). Each is a link that preserves the other choices. */
export function BoardFilters({ query: { tab, type, search } }: { query: BoardQuery }) {
  const isPlayer = usePlayer() !== null
  const tabs = BOARD_TABS.filter((one) => one !== 'my-posts' || isPlayer || tab === one)
  const chosen = type ?? undefined
  const types = useRowAtChosen(type ?? '')
  return (
    <>
      <nav className="tabs board-tabs" aria-label="Posts">
        {tabs.map((one) => (
          <a
            key={one}
            href={boardHref({ tab: one, type: chosen, search })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {TAB_LABELS[one]}
          </a>
        ))}
      </nav>
      <div className="board-filters">
        <nav aria-label="Post types">
          <ul ref={types} className="chips">
            {[undefined, ...POST_TYPES].map((one) => (
              <li key={one ?? 'all'}>
                <a
                  className="chip chip-large"
                  href={boardHref({ tab, type: one, search })}
                  aria-current={one === chosen ? 'true' : undefined}
                >
                  {one ? TYPE_LABELS[one].filter : 'All Posts'}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <BoardSearch tab={tab} type={chosen} search={search} />
      </div>
    </>
  )
}

/** Works without JavaScript. With JavaScript, the URL contains no empty parameters. */
function BoardSearch({ tab, type, search }: { tab: BoardTab; type: PostType | undefined; search: string }) {
  const navigate = useNavigate()
  const shown = useShownQuery(search)
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const term = new FormData(event.currentTarget).get('search') as string
    void navigate(boardHref({ tab, type, search: term.trim() }))
  }
  return (
    <form ref={shown} className="board-search" role="search" aria-label="Posts" action={boardHref()} onSubmit={look}>
      {tab !== 'recent' && <input type="hidden" name="tab" value={tab} />}
      {type && <input type="hidden" name="type" value={type} />}
      <button type="submit" aria-label="Search posts">
        <Search aria-hidden="true" />
      </button>
      <input
        className="input"
        type="search"
        name="search"
        aria-label="Search posts"
        placeholder="Search posts"
        defaultValue={search}
        maxLength={SEARCH_TERM_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
      />
    </form>
  )
}
