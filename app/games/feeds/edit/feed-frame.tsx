import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { feedHref, feedRulesHref, gamesLabel } from '../feed-form-rules.ts'
import type { Feed } from '../find-feed.server.ts'
import { RunNow } from '../list/feeds-table.tsx'
import { TabsNav } from '../../../ui/tabs-nav.tsx'

/** The layout of the pages of a feed. */
export function FeedFrame({ feed, provider, children }: { feed: Feed; provider: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const { id, name, games, rules } = feed
  const tabs = [
    { to: feedHref(id), label: 'Settings and runs', count: 0 },
    { to: feedRulesHref(id), label: 'Rules', count: rules.length },
  ]
  return (
    <div className="feeds">
      <a className="back-link" href={href('/admin/feeds')}>
        <ArrowLeft aria-hidden="true" /> All feeds
      </a>
      <header className="feeds-head">
        <h1 dir="auto">{name}</h1>
        <p>
          {provider}, {gamesLabel(games)}
        </p>
        <RunNow id={id} name={name} look="primary" />
      </header>
      <TabsNav className="console-tabs" label="Feed">
        {tabs.map(({ to, label, count }) => (
          <a key={to} href={to} aria-current={to === pathname ? 'page' : undefined}>
            {label}
            {count > 0 && <span className="chip">{count}</span>}
          </a>
        ))}
      </TabsNav>
      <RefusedNote />
      {children}
    </div>
  )
}
