import { formatDay } from '../lib/dates.ts'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { faqOf } from './game-faq.server.ts'
import { playerGuideOf } from './game-guide.server.ts'
import { stepsOf } from './instructions.server.ts'
import type { LoadedGame } from './load-game.server.ts'

/** All texts of a game's page below its stage. They are built on the server, so that they add no script. */
export type GameDescription = ReturnType<typeof describeGame>

export function describeGame(game: LoadedGame) {
  const { title, description, controls, tags } = game
  const facts = { ...game, isSelfHosted: game.frame?.isSelfHosted ?? false }
  return {
    title,
    categories: game.categories.map((name) => ({ name, slug: categorySlug(name) })),
    paragraphs: description.split(/\n+/).filter((paragraph) => paragraph.trim()),
    steps: stepsOf(game.howToPlay),
    controls,
    tags,
    details: detailsOf(game),
    questions: faqOf(facts),
    guide: playerGuideOf(facts),
  }
}

type Detail = { name: string; value: string; href?: string | null }

function detailsOf({
  platform,
  publishedBy,
  licence,
  categories,
  width,
  height,
  createdAt,
  badges,
}: LoadedGame): Detail[] {
  return [
    { name: 'Platform', value: platform },
    ...(publishedBy ? [{ name: 'Published by', value: publishedBy, href: licence }] : []),
    { name: 'Categories', value: categories.join(', ') },
    ...(width && height ? [{ name: 'Screen', value: `${width} × ${height}` }] : []),
    { name: 'Added', value: formatDay(new Date(createdAt)) },
    { name: 'Labels', value: badges.join(', ') },
  ]
}
