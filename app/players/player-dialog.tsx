import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { Block, Unblock } from './block-controls.tsx'
import type { PlayerCard } from './card.route.ts'
import {
  cardHref,
  isWishlistSeen,
  NO_PLAYER,
  profileHref,
  type ProfileTab,
  TAB_LABELS,
  tabsOf,
} from './player-rules.ts'
import { ProfileHead } from './profile-head.tsx'
import { ReportPlayer } from './report-player.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import { useRead } from '../ui/use-read.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** A player's profile as a dialog: the counts and the first items of each tab. */
export default function PlayerDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const refresh = useRefresh()
  const hasChanged = useRef(false)
  const close = () => {
    onClose()
    // Refresh only now. Earlier, the page of a blocked player's post would be replaced by an error page, which would
    // close the dialog.
    if (hasChanged.current) void refresh()
  }
  return (
    <Dialog
      title={username}
      onClose={close}
      footer={
        <ButtonLink look="primary" href={profileHref(username)}>
          Open full profile
        </ButtonLink>
      }
    >
      <Content username={username} onChanged={() => (hasChanged.current = true)} />
    </Dialog>
  )
}

function Content({ username, onChanged }: { username: string; onChanged: () => void }) {
  const { data, error, reload } = useRead<PlayerCard>(cardHref(username))
  if (data) {
    const change = () => {
      onChanged()
      return reload()
    }
    return <Card card={data} onChanged={change} />
  }
  if (!error) return <Coming />
  if (error.status === 404) return <p role="alert">{NO_PLAYER}</p>
  return (
    <div className="profile-failed" role="alert">
      <p>The profile could not be loaded.</p>
      <Button onClick={() => void reload()}>Try again</Button>
    </div>
  )
}

function Card({
  card: { profile, posts, wishes, played },
  onChanged,
}: {
  card: PlayerCard
  onChanged: () => Promise<void>
}) {
  const [tab, setTab] = useState<ProfileTab>('posts')
  const id = useId()
  const { username, viewer, isBlocked } = profile
  return (
    <div className="profile-in-dialog">
      <ProfileHead profile={profile} />
      {isBlocked ? (
        <div className="profile-blocked">
          <p>You have blocked {username}. You do not see each other's posts and comments.</p>
          <Unblock username={username} onChanged={onChanged} />
        </div>
      ) : (
        <>
          <Tabs id={id} tabs={tabsOf(profile)} chosen={tab} onChoose={setTab} />
          <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} tabIndex={0}>
            {tab === 'posts' ? (
              posts.length ? (
                <ProfilePosts posts={posts} />
              ) : (
                <p className="profile-nothing">No posts to show.</p>
              )
            ) : (tab === 'wishlist' ? wishes : played).length ? (
              <GameGrid games={tab === 'wishlist' ? wishes : played} />
            ) : (
              <p className="profile-nothing">
                {tab === 'played'
                  ? 'No games played yet.'
                  : isWishlistSeen(profile)
                    ? 'No games on this wishlist yet.'
                    : 'This wishlist is hidden.'}
              </p>
            )}
          </div>
          {viewer === 'other' && (
            <div className="profile-actions">
              <Block username={username} onChanged={onChanged} />
              <ReportPlayer profile={profile} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** A tab list with a single tab stop, in which the arrow keys move between the tabs. */
function Tabs({
  id,
  tabs,
  chosen,
  onChoose,
}: {
  id: string
  tabs: ProfileTab[]
  chosen: ProfileTab
  onChoose: (tab: ProfileTab) => void
}) {
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = tabs.at((tabs.indexOf(chosen) + step) % tabs.length) as ProfileTab
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Profile">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          aria-selected={tab === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={turn}
        >
          {TAB_LABELS[tab]}
        </button>
      ))}
    </div>
  )
}

/** A skeleton of the profile, shown while it loads. */
function Coming() {
  return (
    <div className="profile-in-dialog" role="status" aria-label="Loading">
      <div className="profile-head">
        <div className="profile-face">
          <span className="skeleton profile-face-coming" />
          <div>
            <span className="skeleton profile-line-coming" />
            <span className="skeleton profile-line-coming" />
          </div>
        </div>
        <span className="skeleton profile-stats-coming" />
      </div>
      <span className="skeleton profile-tabs-coming" />
      {[1, 2, 3].map((at) => (
        <span key={at} className="skeleton profile-post-coming" />
      ))}
    </div>
  )
}
