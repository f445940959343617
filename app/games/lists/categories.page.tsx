import { href } from 'react-router'
import { breadcrumbList, itemList, pageMeta } from '../../site/page-meta.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteTexts } from '../../site/site-texts.server.ts'
import { roundedCount } from '../../lib/text.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionHeader } from '../../ui/section-header.tsx'
import type { Route } from './+types/categories.page'
import { tileBadge } from '../cards/badge-rules.ts'
import { CategoryIcon } from '../catalogue/category-icon.tsx'
import { collectionHref } from '../arrangement/collection-href.ts'
import { listShownCollections } from '../arrangement/collections.server.ts'
import { type GenreTile, listGenreTiles } from './genre-tiles.server.ts'
import { CategoryTile } from './category-tile.tsx'
import { categoryHref } from '../catalogue/games-href.ts'
import { categoryPosterOf } from '../pictures/picture.server.ts'
import { findPictured, pictureOfTile } from '../pictures/pictured.server.ts'
import { countOfList, isLinked } from './linked-lists.ts'
import { countGames, listTogether, type Wanted } from './list-games.server.ts'

const COLLECTIONS = [
  { slug: 'new', name: 'New Games', text: 'Fresh arrivals, newest first.' },
  { slug: 'popular', name: 'Popular Games', text: 'What everyone else is playing.' },
  { slug: 'original', name: 'Original Games', text: 'Made by us, found nowhere else.' },
] as const

export const headers = () => cacheHeaders('games')

/** The first game of each list, for its picture. */
const firstOf = (genres: GenreTile[]): Wanted[] => [
  { list: 'new', of: 'all', order: 'newest', limit: 1, hideOriginals: true },
  { list: 'popular', of: 'all', order: 'most viewed', limit: 1, hideOriginals: true },
  { list: 'original', of: 'original', order: 'newest', limit: 1 },
  ...genres.map(({ list }): Wanted => ({ list, of: { category: list }, order: 'most viewed', limit: 1 })),
]

export async function loader() {
  const tiles = listGenreTiles()
  const listed = [...COLLECTIONS.map(({ slug }) => slug), ...tiles.map(({ list }) => list)]
  const [counts, lists, picked] = await Promise.all([
    countGames(['all', ...listed.map(countOfList)]),
    listTogether(`categories-${tiles.length}`, firstOf(tiles)),
    listShownCollections(),
  ])
  const hasPicture = await findPictured([...lists.values()].flat())
  const [total, shown] = [counts.get('all') ?? 0, siteTexts().counts]
  const pictureOf = (slug: string, how: Parameters<typeof pictureOfTile>[2]) =>
    pictureOfTile(lists.get(slug) ?? [], hasPicture, how)
  const collections = COLLECTIONS.filter(({ slug }) => isLinked(slug, counts))
  const genres = tiles.filter(({ list }) => isLinked(list, counts))
  return {
    total,
    // Use the real counts unless the operator has set others.
    size:
      `${shown.games || roundedCount(total)} ${total === 1 ? 'game' : 'games'}` +
      ` in ${shown.genres || genres.length} ${genres.length === 1 ? 'genre' : 'genres'}`,
    collections: [
      ...collections.map(({ slug, name, text }) => {
        return { slug, path: categoryHref(slug), name, text, picture: pictureOf(slug, { size: 'src' }) }
      }),
      ...picked.map(({ slug, name, description, first }) => {
        const text = description.split('\n')[0] ?? ''
        return { slug: 'all', path: collectionHref(slug), name, text, picture: first.picture.src }
      }),
    ],
    genres: genres.map(({ slug, list, name, badge }) => {
      const games = counts.get(countOfList(list)) ?? 0
      const count = (shown.categories as Partial<Record<string, string>>)[slug] || roundedCount(games)
      return {
        slug,
        name,
        badge: tileBadge(badge, games),
        label: `${count} ${games === 1 ? 'game' : 'games'}`,
        picture: pictureOf(list, { drawn: categoryPosterOf(list) }),
      }
    }),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { collections, genres } = loaderData
  const names = genres.map(({ name }) => name.toLowerCase()).join(', ')
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Game Categories | ${site.name}`,
    description:
      `Browse the free browser games of ${site.name} by category: ${names} and more. ` + 'No download, no account.',
    path: href('/categories'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Categories', path: href('/categories') },
      ]),
      itemList(site, [
        ...collections.map(({ name, path }) => ({ name, path })),
        ...genres.map(({ name, slug }) => ({ name, path: categoryHref(slug) })),
      ]),
    ],
  })
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  const { total, size, collections, genres } = loaderData
  return (
    <div className="categories">
      <header>
        <h1>Game Categories</h1>
        <p>{size}. Choose a mood, and play at once.</p>
      </header>
      {collections.length > 0 && (
        <section aria-labelledby="collections">
          <SectionHeader id="collections" title="Featured Collections" />
          <div className="collections">
            {collections.map(({ slug, path, name, text, picture }) => (
              <a key={path} href={path} className="collection">
                {picture && <img src={picture} alt="" width="640" height="360" />}
                <span>
                  <CategoryIcon slug={slug} />
                  <b dir="auto">{name}</b>
                  <small dir="auto">{text}</small>
                </span>
              </a>
            ))}
          </div>
        </section>
      )}
      {genres.length > 0 && (
        <section aria-labelledby="genres">
          <SectionHeader id="genres" title="Browse by Genre" />
          <div className="tiles">
            {genres.map((genre) => (
              <CategoryTile key={genre.slug} {...genre} />
            ))}
          </div>
        </section>
      )}
      <section className="empty">
        <h2>Not sure where to start?</h2>
        <p>See everything at once, or begin with what others play most.</p>
        <span className="buttons">
          <ButtonLink look="primary" href={href('/games')}>
            Browse All Games
          </ButtonLink>
          {total > 0 && <ButtonLink href={categoryHref('popular')}>Popular Games</ButtonLink>}
        </span>
      </section>
    </div>
  )
}
