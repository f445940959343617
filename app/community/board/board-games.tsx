import { gameHref } from '../../games/catalogue/games-href.ts'
import { countOf } from '../../lib/text.ts'
import { newPostHref } from '../community-href.ts'
import type { DiscussedGame } from './list-discussed-games.server.ts'

/**
 * Games next to a short list of posts, in its empty columns. A game that no post is about links to the form for a new
 * post.
 */
export function BoardGames({ games }: { games: DiscussedGame[] }) {
  const isNew = games.every(({ posts }) => !posts)
  return (
    <section className="text-card board-games" aria-labelledby="board-games">
      <h2 id="board-games">{isNew ? 'Games to talk about' : 'Games under discussion'}</h2>
      <ul>
        {games.map(({ slug, title, picture, posts }) => (
          <li key={slug}>
            <a className="board-game" href={posts ? gameHref(slug) : newPostHref({ game: slug })}>
              <img src={picture} alt="" width="320" height="180" loading="lazy" />
              <span>
                <b dir="auto">{title}</b>
                <small>{posts ? countOf(posts, 'post') : 'Start a discussion'}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
