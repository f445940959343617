import { ChevronRight, Menu, Search } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { SignOutForm } from '../accounts/sign-in/sign-out-form.tsx'
import { Standing } from '../credits/standing.tsx'
import { Bell } from '../notifications/bell.tsx'
import type { PlayerNotifications } from '../notifications/notification-rules.ts'
import { type Link, linksIn } from '../site/navigation.ts'
import { ShareMenu } from '../site/share-menu.tsx'
import { cleanTerm } from '../games/search/search-rules.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { useEmptyLinks, useSite } from '../site/use-site.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { late } from '../ui/floating/late.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { Brand } from './brand.tsx'
import { LinkIcon } from './link-icon.tsx'
import { SearchBox } from './search-box.tsx'
import { UserMenu } from './user-menu.tsx'

const Suggestions = late(() => import('./suggestions.tsx'))
const GAME_SEARCH = { label: 'Search games', action: href('/games'), Suggestions }

const LINKS = [...linksIn('header'), ...linksIn('headerMore')]
/** Links from this index on are also in the menu, in case the bar has no room for them. header.css must match. */
const IN_MENU_FROM = 3
const PHONE_LINKS = [...linksIn('phone'), ...linksIn('phoneLists')]
const PHONE_OWN = linksIn('phoneOwn')

const SEARCH_SHEET = 'search-sheet'
const MENU_SHEET = 'menu-sheet'

export function Header() {
  const { pathname, search } = useLocation()
  const term = pathname === href('/games') ? cleanTerm(new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <header className="header">
      <Start pathname={pathname} term={term} />
      <Who />
      <End term={term} />
      <MobileMenu />
    </header>
  )
}

function Who() {
  const player = usePlayer<PlayerNotifications>()
  if (!player) {
    return (
      <ButtonLink look="primary" href={href('/login')} className="header-login">
        Login
      </ButtonLink>
    )
  }
  return (
    <>
      <Standing />
      <Bell unread={player.unread} />
      <UserMenu />
    </>
  )
}

function Start({ pathname, term }: { pathname: string; term: string }) {
  const { name } = useSite()
  const empty = useEmptyLinks()
  const links = LINKS.filter(({ to }) => !empty.includes(to))
  const current = links.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to
  return (
    <>
      <Brand name={name} />
      <nav className="header-nav" aria-label="Main">
        {links.map(({ to, label }) => (
          <a key={to} href={to} aria-current={to === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
        <Popover
          id="more"
          triggerClassName="header-more"
          trigger={
            <>
              More <ChevronRight aria-hidden="true" />
            </>
          }
        >
          {links.slice(IN_MENU_FROM).map(menuLink)}
        </Popover>
      </nav>
      <div className="header-search">
        <SearchBox id="search" {...GAME_SEARCH} term={term} shortcut />
      </div>
      <div className="header-share">
        <ShareMenu id="share" trigger="Share" triggerClassName="button button-quiet" />
      </div>
      <div className="header-small">
        <button type="button" className="icon-button" aria-label="Search" popoverTarget={SEARCH_SHEET}>
          <Search aria-hidden="true" />
        </button>
      </div>
    </>
  )
}

function End({ term }: { term: string }) {
  return (
    <>
      <div className="header-small">
        <button type="button" className="icon-button" aria-label="Menu" popoverTarget={MENU_SHEET}>
          <Menu aria-hidden="true" />
        </button>
      </div>
      <div id={SEARCH_SHEET} popover="auto" className="sheet" aria-label="Search">
        <SearchBox id="sheet" {...GAME_SEARCH} term={term} autoFocus />
      </div>
    </>
  )
}

/** Below the large breakpoint: every link of the header and the sidebar. */
function MobileMenu() {
  const empty = useEmptyLinks()
  const { menu: categories = null } = useSite()
  return (
    <div id={MENU_SHEET} popover="auto" className="sheet">
      <nav className="sheet-links" aria-label="Menu">
        {PHONE_LINKS.filter(({ to }) => !empty.includes(to)).map(menuLink)}
        <WhoInMenu />
        {PHONE_OWN.map(menuLink)}
        <h2>Categories</h2>
        {linksIn('phoneCategories', { categories }).map(
          (link) =>
            !empty.includes(link.to) && (
              <a key={link.to} className="menu-item" href={link.to}>
                <LinkIcon of={link} /> {link.label}
              </a>
            ),
        )}
      </nav>
    </div>
  )
}

function WhoInMenu() {
  const player = usePlayer()
  if (!player) return menuLink({ to: href('/login'), label: 'Login' })
  return (
    <>
      <a className="menu-item" href={href('/account')}>
        <Avatar name={player.username} src={player.avatar} frame={player.frame} /> {player.fullName || player.username}
      </a>
      <SignOutForm className="menu-item">Logout</SignOutForm>
    </>
  )
}

function menuLink({ to, label }: Link) {
  return (
    <a key={to} className="menu-item" href={to}>
      {label}
    </a>
  )
}
