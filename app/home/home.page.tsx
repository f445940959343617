import { AdSlot } from '../ads/ad-slot.tsx'
import { href } from 'react-router'
import { CategoryTile, gamesLabel } from '../games/lists/category-tile.tsx'
import { ContinuePlaying } from '../games/recent/continue-playing.tsx'
import { GameRow } from '../games/cards/game-row.tsx'
import { categoryHref } from '../games/catalogue/games-href.ts'
import { KeptMarkup } from '../ui/kept-markup.tsx'
import { Own, useOwn } from '../ui/own.tsx'
import { pack, PackedInPage, unpack } from '../ui/packed.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { ownFor } from '../server/own.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf } from '../site/use-site.ts'
import { packedFor } from '../server/packed-for.server.ts'
import { sharedData } from '../server/shared-data.server.ts'
import { siteWords } from '../server/site-words.server.ts'
import { organization, webSite } from '../server/structured-data.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { SectionHeader } from '../ui/section-header.tsx'
import type { Route } from './+types/home.page'
import { FeaturedCarousel } from './featured-carousel.tsx'
import { loadHome } from './load-home.server.ts'
import { loadPlayerRows } from './load-player-rows.server.ts'
import { WelcomeBoard } from './welcome-board.tsx'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage('games')

export async function loader({ request }: Route.LoaderArgs) {
  const [home, rows] = await Promise.all([
    sharedData('home', ['games'], async () => pack(await loadHome())),
    ownFor('home', request, loadRows),
  ])
  const { tagline, welcome } = siteWords()
  return { home: packedFor(home, 'home-data'), rows, tagline, welcome, structured: [organization(), webSite()] }
}

async function loadRows(request: Request) {
  const { player, recent } = await loadShellPlayer(request)
  return loadPlayerRows(recent, player?.wishes ?? [])
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: loaderData ? `${site.name} - ${loaderData.tagline}` : site.name,
    description: `Play free online games in your browser at ${site.name}: puzzles, action, cars, sports and originals. No download, no account, just press play.`,
    path: '/',
    feed: '/games',
    structured: loaderData?.structured ?? [],
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, rows, welcome } = loaderData
  const { total, board, featured, ...lists } = unpack(home)
  return (
    <div className="home">
      <PackedInPage packed={home} />
      <WelcomeBoard words={welcome} total={total} games={board} />
      <Own>
        <PlayerRows own={rows} />
      </Own>
      <FeaturedCarousel games={featured} />
      <KeptMarkup from={{ lists: lists.categories }}>{() => <FirstLists {...lists} />}</KeptMarkup>
      <AdSlot place="home-row" />
      <KeptMarkup from={{ more: lists.categories }}>{() => <MoreLists {...lists} />}</KeptMarkup>
    </div>
  )
}

function PlayerRows({ own }: { own: Route.ComponentProps['loaderData']['rows'] }) {
  const { recent, wishes } = useOwn(own)
  return (
    <>
      <ContinuePlaying games={recent} />
      <GameRow title="My Wishlist" viewAll={href('/wishlist')} games={wishes} />
    </>
  )
}

type Lists = Omit<Awaited<ReturnType<typeof loadHome>>, 'total' | 'board' | 'featured'>

function FirstLists({ tiles, originals, newest, topRated }: Lists) {
  return (
    <>
      <section aria-labelledby="explore">
        <SectionHeader id="explore" title="Explore by Category" viewAll={href('/categories')} />
        <div className="tiles tiles-five">
          {tiles.map(({ games, more, ...tile }) => (
            <CategoryTile key={tile.slug} {...tile} label={gamesLabel(games, more)} />
          ))}
        </div>
      </section>
      <GameRow title="Original Games" viewAll={categoryHref('original')} games={originals} />
      <GameRow title="New Games" viewAll={categoryHref('new')} games={newest} />
      <GameRow title="Top Rated" viewAll={categoryHref('popular')} games={topRated} />
    </>
  )
}

function MoreLists({ categories, popular }: Lists) {
  return (
    <>
      {categories.map(({ name, slug, games }) => (
        <GameRow key={slug} title={name} viewAll={categoryHref(slug)} games={games} />
      ))}
      <GameRow title="Popular Games" viewAll={categoryHref('popular')} games={popular} />
    </>
  )
}
