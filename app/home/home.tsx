import { Suspense, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { AdSlot } from '../ads/ad-slot.tsx'
import type { Card } from '../games/cards/card.server.ts'
import { GameRow } from '../games/cards/game-row.tsx'
import { CategoryTile } from '../games/lists/category-tile.tsx'
import { useSimilar } from '../games/similar/use-similar.ts'
import { ContinuePlaying } from '../games/recent/continue-playing.tsx'
import { localRecent, type LocalGame } from '../games/recent/local-recent.ts'
import { RECENT_FILLED } from '../games/recent/recent-rules.ts'
import { late } from '../ui/floating/late.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { FeaturedCarousel } from './featured-carousel.tsx'
import { SEEN } from './home-rules.ts'
import type { Row } from './list-rows.ts'
import type { Tile } from './load-home.server.ts'
import type { loadHomePage } from './load-home-page.server.ts'
import { WelcomeBoard } from './welcome-board.tsx'

const BecauseYouPlayed = late(() => import('./because-you-played.tsx'), { quiet: true })

type Props = Awaited<ReturnType<typeof loadHomePage>>

/** The home page: the board, then the rows in order. */
export function Home(props: Props) {
  const { home, puzzles, welcome } = props
  return (
    <div className="home">
      <WelcomeBoard words={welcome} total={home.total} games={home.board} puzzles={puzzles} />
      {home.rows.map((row) => (
        <HomeRow key={row.row} {...row} of={props} />
      ))}
    </div>
  )
}

function HomeRow({ row, title, id, viewAll, games, of: { home, playerRows } }: Row & { of: Props }) {
  if (viewAll) return <GameRow title={title} id={id} viewAll={viewAll} games={games ?? []} />
  if (row === 'wishlist')
    return <GameRow title={title} id="my-wishlist" viewAll={href('/wishlist')} games={playerRows.wishes} />
  if (row === 'carousel') return <FeaturedCarousel title={title} games={home.featured} />
  if (row === 'categories') return <Tiles title={title} tiles={home.tiles} />
  if (row === 'ad') return <AdSlot slot="home-row" />
  return <PlayedRows recent={playerRows.recent} around={rowsAround(home.rows)} />
}

/** Returns the games of the rows just above and below those of a visitor's games. */
function rowsAround(rows: Row[]): Card[][] {
  const at = rows.findIndex(({ row }) => row === 'played')
  const gamesOf = (some: Row[]) => some.flatMap(({ games }) => (games ? [games] : []))
  return [...gamesOf(rows.slice(0, at)).slice(-SEEN), ...gamesOf(rows.slice(at + 1)).slice(0, SEEN)]
}

function PlayedRows({ recent, around }: { recent: Props['playerRows']['recent']; around: Card[][] }) {
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

function Tiles({ title, tiles }: { title: string; tiles: Tile[] }) {
  return (
    <section aria-labelledby="explore">
      <SectionHeader id="explore" title={title} viewAll={href('/categories')} />
      <div className="tiles tiles-home" style={{ '--columns': columnsOf(tiles.length) } as React.CSSProperties}>
        {tiles.map((tile) => (
          <CategoryTile key={tile.slug} {...tile} />
        ))}
      </div>
    </section>
  )
}
