import { data, href } from 'react-router'
import { GameGrid } from '../games/cards/game-grid.tsx'
import type { Card } from '../games/cards/card.server.ts'
import { boardHref } from '../community/community-href.ts'
import { countOf } from '../lib/text.ts'
import { type Missing, notFound, pageOf } from '../server/http/responses.server.ts'
import { sessionToken } from '../server/sessions/session.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/player.page'
import { Block, Unblock } from './block-controls.tsx'
import {
  isWishlistSeen,
  POSTS_OF_PLAYER,
  PLAYED_OF_PLAYER,
  profileHref,
  TAB_LABELS,
  tabsOf,
  WISHES_OF_PLAYER,
} from './player-rules.ts'
import { listMostPlayed } from './most-played.server.ts'
import { listPostsOf, type PlayerPosts } from './posts-of-player.server.ts'
import { ProfileHead } from './profile-head.tsx'
import { ReportPlayer } from './report-player.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import type { Profile } from './player-rules.ts'
import { findProfile, type FoundProfile } from './profile.server.ts'
import { countWishesOf, listWishesOf } from './wishes-of-player.server.ts'
import { pageAt } from '../lib/page-number.ts'

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function loader({ request, params: { username } }: Route.LoaderArgs) {
  const found = await findProfile(username, sessionToken(request))
  if (!found) throw notFound(NO_PLAYER_PAGE)
  const { profile } = found
  const query = new URL(request.url).searchParams
  const tab = tabsOf(profile).find((one) => one === query.get('tab'))
  const shown =
    tab === 'wishlist'
      ? await loadWishes(found, request)
      : tab === 'played'
        ? await loadPlayed(found)
        : await loadPosts(found, query)
  const confirmsBlock = query.get('asks') === 'block'
  return data(
    { profile, confirmsBlock, ...shown },
    { headers: cacheHeaders(`player:${profile.username.toLowerCase()}`) },
  )
}

const NO_PLAYER_PAGE: Missing = {
  name: 'Player not found',
  title: 'Player not found',
  text: 'No player has that name. They may have changed it or deleted their account.',
  action: { label: 'Back to Community', href: boardHref() },
}

type PostsTab = PlayerPosts & { tab: 'posts'; isFirst: boolean }
type PlayedTab = { tab: 'played'; games: Card[] }
type WishlistTab = { tab: 'wishlist'; games: Card[]; total: number; page: number; pages: number }

async function loadPosts(found: FoundProfile, query: URLSearchParams): Promise<PostsTab> {
  const after = /^[1-9]\d{0,8}$/.exec(query.get('after') ?? '')?.[0]
  const posts = await listPostsOf(found, POSTS_OF_PLAYER, after === undefined ? undefined : Number(after))
  return { tab: 'posts', ...posts, isFirst: after === undefined }
}

async function loadWishes(found: FoundProfile, request: Request): Promise<WishlistTab> {
  const total = await countWishesOf(found)
  const { pages } = pageAt(total, 1, WISHES_OF_PLAYER)
  const page = pageOf(request, pages)
  return { tab: 'wishlist', games: await listWishesOf(found, WISHES_OF_PLAYER, page), total, page, pages }
}

async function loadPlayed(found: FoundProfile): Promise<PlayedTab> {
  return { tab: 'played', games: await listMostPlayed(found, PLAYED_OF_PLAYER) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const site = siteOf(matches)
  const { username, posts, avatar } = loaderData.profile
  return pageMeta(site, {
    title: `${username} | ${site.name}`,
    description: `${username} plays at ${site.name}: ${countOf(posts, 'post')} on the community board.`,
    path: profileHref(username),
    image: avatar,
    type: 'website',
    noindex: posts === 0,
  })
}

/** The public profile. Its tabs are links, so that each tab has a URL and works without JavaScript. */
export default function PlayerPage({ loaderData }: Route.ComponentProps) {
  const { profile, confirmsBlock } = loaderData
  const { username, viewer, isBlocked } = profile
  return (
    <div className="profile">
      <section className="profile-card">
        <ProfileHead profile={profile} heading />
        <div className="profile-actions">
          {viewer === 'self' && <ButtonLink href={href('/account/profile')}>Edit Profile</ButtonLink>}
          {viewer === 'other' && !isBlocked && (
            <Block key={`${username} ${confirmsBlock}`} username={username} confirmsBlock={confirmsBlock} />
          )}
          {viewer === 'other' && <ReportPlayer profile={profile} />}
        </div>
      </section>
      {isBlocked ? (
        <EmptyState title={`You have blocked ${username}`} action={<Unblock username={username} />}>
          You do not see each other's posts and comments.
        </EmptyState>
      ) : (
        <>
          <nav className="tabs" aria-label="Profile">
            {tabsOf(profile).map((tab) => (
              <a
                key={tab}
                href={profileHref(username, { tab })}
                aria-current={tab === loaderData.tab ? 'page' : undefined}
              >
                {TAB_LABELS[tab]}
              </a>
            ))}
          </nav>
          {loaderData.tab === 'posts' ? (
            <Posts profile={profile} shown={loaderData} />
          ) : loaderData.tab === 'wishlist' ? (
            <Wishes profile={profile} shown={loaderData} />
          ) : (
            <Played profile={profile} shown={loaderData} />
          )}
        </>
      )}
    </div>
  )
}

function Posts({
  profile: { username, viewer },
  shown: { posts, after, isFirst },
}: {
  profile: Profile
  shown: PostsTab
}) {
  if (!posts.length) {
    return (
      <EmptyState title="No posts to show" action={<ButtonLink href={boardHref()}>Go to the Community</ButtonLink>}>
        {viewer === 'self' ? 'Your posts on the community board appear here.' : `Posts by ${username} appear here.`}
      </EmptyState>
    )
  }
  return (
    <>
      <ProfilePosts posts={posts} />
      {(after !== null || !isFirst) && (
        <nav className="profile-pages" aria-label="Pages">
          {!isFirst && <ButtonLink href={profileHref(username)}>Newest posts</ButtonLink>}
          {after !== null && <ButtonLink href={profileHref(username, { after })}>Older posts</ButtonLink>}
        </nav>
      )}
    </>
  )
}

function Wishes({ profile, shown: { games, total, page, pages } }: { profile: Profile; shown: WishlistTab }) {
  const { username, viewer, showsWishlist } = profile
  if (!isWishlistSeen(profile)) {
    return <EmptyState title="This wishlist is hidden">{`${username} has not made it public.`}</EmptyState>
  }
  const isHiddenFromOthers = viewer === 'self' && !showsWishlist
  return (
    <>
      {isHiddenFromOthers && <p className="profile-note">Only you see this: your wishlist is hidden from others.</p>}
      {total ? (
        <GameGrid games={games} />
      ) : (
        <EmptyState
          title="No games on this wishlist yet"
          action={<ButtonLink href={href('/games')}>Browse Games</ButtonLink>}
        >
          {viewer === 'self' ? 'Press a game’s heart to add it.' : `${username} has not added a game yet.`}
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} hrefOf={(at) => profileHref(username, { tab: 'wishlist', page: at })} />
    </>
  )
}

function Played({ profile: { username, viewer, showsMostPlayed }, shown }: { profile: Profile; shown: PlayedTab }) {
  const { games } = shown
  return (
    <>
      {!showsMostPlayed && (
        <p className="profile-note">
          Only you see this. You can show it to others under{' '}
          <a className="text-link" href={href('/account/profile')}>
            Edit Profile
          </a>
          .
        </p>
      )}
      {games.length ? (
        <GameGrid games={games} />
      ) : (
        <EmptyState title="No games played yet" action={<ButtonLink href={href('/games')}>Browse Games</ButtonLink>}>
          {viewer === 'self'
            ? 'Games that you have played for a minute or more are listed here.'
            : `${username} has not played a game for a minute yet.`}
        </EmptyState>
      )}
    </>
  )
}
