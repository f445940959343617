import { Menu, Search } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { cleanTerm } from '../../games/search/search-rules.ts'
import { Bell } from '../../notifications/bell.tsx'
import type { PlayerNotifications } from '../../notifications/notification-rules.ts'
import { Brand } from '../../shell/brand.tsx'
import { SearchBox } from '../../shell/search-box.tsx'
import { UserMenu } from '../../shell/user-menu.tsx'
import { useSite } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { late } from '../../ui/floating/late.tsx'
import { CONSOLE_MENU } from './console-menu.tsx'

const Suggestions = late(() => import('../search/console-suggestions.tsx'))
const CONSOLE_SEARCH = { label: 'Search the console', action: href('/admin/search'), Suggestions }

const SEARCH_SHEET = 'search-sheet'

/** The console's header: its search in place of the search of games, and no links of the site. */
export function ConsoleHeader() {
  const { name } = useSite()
  const { pathname, search } = useLocation()
  const player = usePlayer<PlayerNotifications>()
  const term = pathname === href('/admin/search') ? cleanTerm(new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <header className="header">
      <Brand name={name} />
      <span className="console-name">Console</span>
      <div className="header-search console-search">
        <SearchBox id="search" {...CONSOLE_SEARCH} term={term} shortcut />
      </div>
      <ButtonLink look="quiet" className="console-site" href={href('/')}>
        View site
      </ButtonLink>
      <div className="header-small">
        <button type="button" className="icon-button" aria-label="Search" popoverTarget={SEARCH_SHEET}>
          <Search aria-hidden="true" />
        </button>
      </div>
      {player && <Bell unread={player.unread} />}
      <UserMenu />
      <div className="header-small">
        <button type="button" className="icon-button" aria-label="Menu" popoverTarget={CONSOLE_MENU}>
          <Menu aria-hidden="true" />
        </button>
      </div>
      <div id={SEARCH_SHEET} popover="auto" className="sheet" aria-label="Search">
        <SearchBox id="sheet" {...CONSOLE_SEARCH} term={term} autoFocus />
      </div>
    </header>
  )
}
