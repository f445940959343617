import { AdSlot } from '../ads/ad-slot.tsx'
import { Suspense, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { late } from '../ui/floating/late.tsx'
import { CategoryTile } from '../games/lists/category-tile.tsx'
import { localRecent, type LocalGame } from '../games/recent/local-recent.ts'
import { ContinuePlaying } from '../games/recent/continue-playing.tsx'
import { RECENT_FILLED } from '../games/recent/recent-rules.ts'
import { useSimilar } from '../games/lists/use-similar.ts'
import { GameRow } from '../games/cards/game-row.tsx'
import type { Card } from '../games/cards/card.server.ts'
import { categoryHref } from '../games/catalogue/games-href.ts'
import { pageMeta } from '../site/page-meta.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeadersOfDay } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import { cached } from '../server/cache/data-cache.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'
import { organization, webSite } from '../site/structured-data.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { SectionHeader } from '../ui/section-header.tsx'
import type { Route } from './+types/home.page'
import { FeaturedCarousel } from './featured-carousel.tsx'
import { listPuzzles } from './daily-puzzle.server.ts'
import { SEEN } from './home-rules.ts'
import { loadHome, type Row, type Tile } from './load-home.server.ts'
import { loadPlayerRows } from './load-player-rows.server.ts'
import { WelcomeBoard } from './welcome-board.tsx'

const BecauseYouPlayed = late(() => import('./because-you-played.tsx'), { quiet: true })

export const headers = () => cacheHeadersOfDay(new Date(), 'games')

export async function loader({ request }: Route.LoaderArgs) {
  const [home, playerRows] = await Promise.all([cached('home', ['games'], loadHome), loadRowsOf(request)])
  const { tagline, welcome } = siteTexts()
  const { siteName } = config()
  return {
    home,
    puzzles: home.board.isDaily ? listPuzzles(new Date()) : [],
    playerRows,
    welcome,
    // Build these texts on the server. In a component, they would be part of the script of the page that most visitors
    // see first.
    metadata: {
      title: `${siteName} - ${tagline}`,
      description:
        `Play free online games in your browser at ${siteName}: puzzles, action, cars, sports and originals. ` +
        'No download, no account, just press play.',
      structured: [organization(), webSite()],
    },
  }
}

async function loadRowsOf(request: Request) {
  const { player, recent } = await loadShellPlayer(request)
  return loadPlayerRows(recent, player?.wishes ?? [])
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const metadata = loaderData?.metadata ?? { title: site.name, description: '' }
  return pageMeta(site, { ...metadata, path: '/', feed: '/games' })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, puzzles, playerRows, welcome } = loaderData
  const { total, board, featured, tiles, rows, more, occasions } = home
  const gamesOf = (all: Row[]) => all.map(({ games }) => games)
  const around = [...gamesOf([...rows, ...more]).slice(-SEEN), ...gamesOf(occasions).slice(0, SEEN)]
  return (
    <div className="home">
      <WelcomeBoard words={welcome} total={total} games={board} puzzles={puzzles} />
      <GameRow title="My Wishlist" viewAll={href('/wishlist')} games={playerRows.wishes} />
      {(featured.length > 0 || total === 0) && <FeaturedCarousel games={featured} />}
      <Tiles tiles={tiles} />
      {rows.map(rowOf)}
      <AdSlot slot="home-row" />
      {more.map(rowOf)}
      <PlayedRows recent={playerRows.recent} around={around} />
      {occasions.map(rowOf)}
    </div>
  )
}

type PlayedRowsProps = { recent: Route.ComponentProps['loaderData']['playerRows']['recent']; around: Card[][] }

function PlayedRows({ recent, around }: PlayedRowsProps) {
  const local = useSyncExternalStore<readonly LocalGame[] | null>(localRecent.subscribe, localRecent.get, () => null)
  const played = local ? [...local, ...recent] : []
  const similar = useSimilar(played[0]?.id)
  const filling = played.length < RECENT_FILLED ? similar.slice(0, RECENT_FILLED) : []
  return (
    <>
      <ContinuePlaying games={recent} similar={similar} />
      {similar.length > 0 && (
        <Suspense>
          <BecauseYouPlayed played={played} similar={similar} around={[...around, filling]} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the number of columns for one row, or for two rows of equal length. */
function columnsOf(tiles: number): number {
  return tiles > 7 ? Math.ceil(tiles / 2) : Math.max(4, tiles)
}

function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    tiles.length > 0 && (
      <section aria-labelledby="explore">
        <SectionHeader id="explore" title="Explore by Category" viewAll={href('/categories')} />
        <div className="tiles tiles-home" style={{ '--columns': columnsOf(tiles.length) } as React.CSSProperties}>
          {tiles.map((tile) => (
            <CategoryTile key={tile.slug} {...tile} />
          ))}
        </div>
      </section>
    )
  )
}

function rowOf({ title, slug, games }: Row) {
  return <GameRow key={title} title={title} viewAll={categoryHref(slug)} games={games} />
}
