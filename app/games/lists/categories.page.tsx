import { href } from 'react-router'
import { breadcrumbList, itemList, pageMeta } from '../../site/page-meta.ts'
import type { RouteHandle } from '../../server/http-routes.server.ts'
import { sharedPage } from '../../server/shared-page.server.ts'
import { siteWords } from '../../server/site-words.server.ts'
import type { Genre } from '../../site/site-words.ts'
import { countOf } from '../../lib/text.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionHeader } from '../../ui/section-header.tsx'
import type { Route } from './+types/categories.page'
import { CategoryIcon } from '../catalogue/category-icon.tsx'
import { categorySlug, findCategory } from '../catalogue/category-rules.ts'
import { CategoryTile } from './category-tile.tsx'
import { categoryHref } from '../catalogue/games-href.ts'
import { findPictured, pictureOfTile } from '../pictures/pictured.server.ts'
import { countGames, listTogether, type Wanted } from './list-games.server.ts'

const COLLECTIONS = [
  { slug: 'new', name: 'New Games', text: 'Fresh arrivals, newest first.' },
  { slug: 'popular', name: 'Popular Games', text: 'What everyone else is playing.' },
  { slug: 'original', name: 'Original Games', text: 'Made by us, found nowhere else.' },
] as const

const GENRES: { slug: Genre; name: string; badge?: string }[] = [
  { slug: 'action', name: 'Action', badge: 'Popular' },
  { slug: 'adventure', name: 'Adventure' },
  { slug: 'puzzle', name: 'Puzzle', badge: 'Popular' },
  { slug: 'racing', name: 'Racing' },
  { slug: 'sports', name: 'Sports' },
  { slug: 'arcade', name: 'Arcade', badge: 'New' },
  { slug: 'shooting', name: 'Shooting' },
]

/** A smaller catalogue says how many games it has. */
const MANY = 800

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage('games')

const LISTS: Wanted[] = [
  { list: 'new', of: 'all', order: 'newest', limit: 1, hideOriginals: true },
  { list: 'popular', of: 'all', order: 'most viewed', limit: 1, hideOriginals: true },
  { list: 'original', of: 'original', order: 'newest', limit: 1 },
  ...GENRES.map(({ slug }): Wanted => {
    return { list: slug, of: { category: categorySlug(findCategory(slug) ?? slug) }, order: 'most viewed', limit: 1 }
  }),
]

export async function loader() {
  const [counts, lists] = await Promise.all([countGames(['all']), listTogether('categories', LISTS)])
  const hasPicture = await findPictured([...lists.values()].flat())
  return {
    total: counts.get('all') ?? 0,
    said: siteWords().counts,
    genrePictures: GENRES.map(({ slug }) => pictureOfTile(lists.get(slug) ?? [], hasPicture)),
    collectionPictures: COLLECTIONS.map(({ slug }) => pictureOfTile(lists.get(slug) ?? [], hasPicture, 'src')),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Game Categories | ${site.name}`,
    description: `Browse the free browser games of ${site.name} by category: ${GENRES.map(({ name }) => name.toLowerCase()).join(', ')} and more. No download, no account.`,
    path: href('/categories'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Categories', path: href('/categories') },
      ]),
      itemList(
        site,
        [...COLLECTIONS, ...GENRES].map(({ name, slug }) => ({ name, path: categoryHref(slug) })),
      ),
    ],
  })
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  const { total, said, genrePictures, collectionPictures } = loaderData
  const size =
    total < MANY
      ? `${countOf(total, 'game')} on ${GENRES.length} shelves`
      : `${said.games} games on ${said.genres} shelves`
  return (
    <div className="grid gap-10">
      <header>
        <h1 className="text-(length:--t-2xl)">Game Categories</h1>
        <p className="mt-2 max-w-[60ch] text-[15px] leading-relaxed">{size}. Choose a mood, and play at once.</p>
      </header>
      <section aria-labelledby="collections">
        <SectionHeader id="collections" title="Featured Collections" />
        <div className="collections">
          {COLLECTIONS.map(({ slug, name, text }, at) => (
            <a key={slug} href={categoryHref(slug)} className="collection">
              {collectionPictures[at] && <img src={collectionPictures[at]} alt="" width="640" height="360" />}
              <span>
                <CategoryIcon slug={slug} />
                <b>{name}</b>
                <small>{text}</small>
              </span>
            </a>
          ))}
        </div>
      </section>
      <section aria-labelledby="genres">
        <SectionHeader id="genres" title="Browse by Genre" />
        <div className="tiles">
          {GENRES.map(({ slug, name, badge }, at) => (
            <CategoryTile
              key={slug}
              slug={slug}
              name={name}
              badge={badge}
              label={`${said.categories[slug]} games`}
              picture={genrePictures[at]}
            />
          ))}
        </div>
      </section>
      <section className="empty">
        <h2>Not sure where to start?</h2>
        <p>See everything at once, or begin with what others play most.</p>
        <span className="flex flex-wrap justify-center gap-2">
          <ButtonLink look="primary" href={href('/games')}>
            Browse All Games
          </ButtonLink>
          <ButtonLink href={categoryHref('popular')}>Popular Games</ButtonLink>
        </span>
      </section>
    </div>
  )
}
