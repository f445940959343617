import { href } from 'react-router'
import { itemList, pageMeta } from '../../site/page-meta.ts'
import { pageOf } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { countOf, formatCount } from '../../lib/text.ts'
import { siteOf } from '../../site/use-site.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useRowAtChosen } from '../../ui/fields/use-row-at-chosen.ts'
import type { Route } from './+types/games.page'
import { CategoryIcon } from '../catalogue/category-icon.tsx'
import { findCategory } from '../catalogue/category-rules.ts'
import { GameGrid } from '../cards/game-grid.tsx'
import { categoryHref, gameHref, gamesHref } from '../catalogue/games-href.ts'
import { SEARCH_LIMIT } from '../search/search-rules.ts'
import { orderOf } from './list-orders.ts'
import { loadGamesList } from './load-games-list.server.ts'
import { Orders } from './orders.tsx'

/** The number of games that a page's structured data lists (docs/product.md#all-games). */
const STRUCTURED = 12

export const headers = () => cacheHeaders('games')

export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  if (query.get('q')) await limit('search', request)
  const requested = {
    filter: query.get('filter') || 'all',
    q: query.get('q') ?? '',
    order: orderOf(request),
    page: pageOf(request),
  }
  // Searches are not cached, since few are repeated within a minute.
  const list = requested.q
    ? await loadGamesList(requested)
    : await cachedByKey('games lists', `${requested.page} ${requested.order} ${requested.filter}`, ['games'], () =>
        loadGamesList(requested),
      )
  const { q, filter, collections, games, title } = list
  // Arbitrary text from the URL must not become the title.
  const isKnown =
    q !== '' || games.length > 0 || findCategory(filter) !== null || collections.some(({ value }) => value === filter)
  return { ...list, isKnown, title: isKnown ? title : 'All Games' }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { filter, q, order, page, title, games } = loaderData
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `${title}${page > 1 ? `, Page ${page}` : ''} - Play Free Online | ${site.name}`,
    description:
      `${title} at ${site.name}: play free in your browser, with nothing to download. ` +
      'Browse by collection or by genre and press play.',
    path: gamesHref({ filter, q, order, page }),
    feed: '/games',
    // Other sort orders show the same games: keep them out of search engines.
    noindex: q !== '' || games.length === 0 || order !== 'newest',
    structured: [
      itemList(
        site,
        games.slice(0, STRUCTURED).map((game) => ({ name: game.title, path: gameHref(game.slug) })),
      ),
    ],
  })
}

export default function GamesPage({ loaderData }: Route.ComponentProps) {
  const { total, matching, players, filter, q, order, isOrdered, found, page, pages, title, isKnown } = loaderData
  const { games, genres, collections } = loaderData
  const genreRow = useRowAtChosen(filter)
  const filterLink = ({ slug, name, value }: { slug: string; name: string; value: string }) => (
    <li key={value}>
      <a
        className="chip chip-large"
        href={gamesHref({ filter: value })}
        aria-current={!q && value === filter ? 'true' : undefined}
      >
        {slug !== 'all' && <CategoryIcon slug={slug} />}
        {name}
      </a>
    </li>
  )
  return (
    <>
      <h1>{title}</h1>
      {found && games.length > 0 ? (
        <SearchSummary q={q} games={games.length} {...found} />
      ) : (
        <>
          {!q && (
            <dl className="stats">
              <Stat value={formatCount(total)} label="games" />
              {players > 0 && (
                <Stat value={formatCount(players)} label={players === 1 ? 'active player' : 'active players'} />
              )}
              <Stat value="100%" label="browser compatible" minor />
              <Stat value="0" label="downloads" minor />
            </dl>
          )}
          <nav className="filters filters-row" aria-label="Filters">
            <h2>Browse by Collection</h2>
            <ul className="chips">{collections.map(filterLink)}</ul>
            <h2>Browse by Genre</h2>
            <ul ref={genreRow} className="chips">
              {genres.map(filterLink)}
            </ul>
          </nav>
          {matching > 1 && (
            <div className="list-head">
              {filter !== 'all' && <p>{countOf(matching, 'game')}</p>}
              {isOrdered && <Orders current={order} hrefOf={(other) => gamesHref({ filter, order: other })} />}
            </div>
          )}
        </>
      )}
      {games.length ? (
        <GameGrid games={games} />
      ) : q ? (
        <EmptyState
          title={`No games found matching "${q}"`}
          action={
            <ButtonLink look="primary" href={href('/games')}>
              View All Games
            </ButtonLink>
          }
        >
          Try fewer letters, or look through a genre above.
        </EmptyState>
      ) : (
        <EmptyState
          title="No iframe-compatible games found in this category"
          action={
            <ButtonLink look="primary" href={href('/games')}>
              View All Games
            </ButtonLink>
          }
        >
          {isKnown ? `There are no games in ${filter} yet.` : 'Choose a collection or a genre above.'}
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} hrefOf={(at) => gamesHref({ filter, q, order, page: at })} />
    </>
  )
}

type Summary = { q: string; games: number } & NonNullable<Route.ComponentProps['loaderData']['found']>

/** The number of results and, if the term names a category, a link to it, since its pages list all its games. */
function SearchSummary({ q, games, asTyped, instead, category }: Summary) {
  const most = games === SEARCH_LIMIT ? 'the first ' : ''
  return (
    <div className="list-head">
      <p role="status">
        {instead === null
          ? `${most && 'The first '}${countOf(games, 'game')} for “${q}”`
          : asTyped
            ? `${countOf(asTyped, 'game')} for “${q}”, and ${formatCount(games - asTyped)} for “${instead}”`
            : `No results for “${q}”. Showing ${most}${countOf(games, 'game')} for “${instead}”.`}
      </p>
      {category && (
        <a className="chip chip-large" href={categoryHref(category.slug)}>
          <CategoryIcon slug={category.slug} />
          {category.name}: {countOf(category.games, 'game')}
        </a>
      )}
    </div>
  )
}

function Stat({ value, label, minor = false }: { value: string; label: string; minor?: boolean }) {
  return (
    <div className={minor ? 'stat-minor' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
