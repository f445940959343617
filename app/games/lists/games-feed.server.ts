import { href } from 'react-router'
import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { cut } from '../../lib/text.ts'
import type { Feed } from '../../site/feed-xml.ts'
import { shownCategories } from '../arrangement/known-categories.ts'
import { NEWEST_FIRST } from '../cards/card.server.ts'
import { gameHref } from '../catalogue/games-href.ts'

const GAMES_IN_FEED = 50
const SUMMARY_LENGTH = 300

type Row = {
  slug: string
  title: string
  description: string
  categories: string[]
  published_by: string | null
  created_at: Date
  updated_at: Date
}

/** Returns the feed of the newest games (docs/product.md#all-games). */
export async function loadGamesFeed(siteName: string): Promise<Feed> {
  const games = await prepared<Row>(
    'games-feed',
    `select slug, title, description, categories, published_by, created_at, updated_at
     from games g where ${listed('g')} order by ${NEWEST_FIRST} limit ${GAMES_IN_FEED}`,
  )
  return {
    title: `New games at ${siteName}`,
    description: `The newest games that can be played at ${siteName}`,
    path: href('/games'),
    entries: games.map((game) => ({
      title: game.title,
      path: gameHref(game.slug),
      summary: cut(game.description.replace(/\s+/g, ' '), SUMMARY_LENGTH) || game.title,
      author: game.published_by ?? siteName,
      tags: shownCategories(game.categories),
      publishedAt: game.created_at,
      changedAt: game.updated_at,
    })),
  }
}
