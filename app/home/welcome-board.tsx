import { LayoutGrid } from 'lucide-react'
import { href } from 'react-router'
import type { Card } from '../games/card.server.ts'
import { Badges } from '../games/game-card.tsx'
import { gameHref } from '../games/games-href.ts'
import { KeptMarkup } from '../lib/kept-markup.tsx'
import { SITE_COPY } from '../lib/site-copy.ts'
import { useSite } from '../lib/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = { total: number; hero: Card | null; original: Card | null; small: Card[] }

const MANY = 800

/** The one board of a page: the house speaks, and shows five games. */
export function WelcomeBoard({ total, hero, original, small }: Props) {
  const site = useSite()
  const intro = total >= MANY ? SITE_COPY.welcomeIntro : SITE_COPY.welcomeIntroSmall
  return (
    <section className="board" aria-label="Welcome">
      <div className="lit-row" aria-hidden="true" />
      <div className="board-grid">
        <div className="board-words">
          <h1>
            {/* Its apostrophe alone would make a text of two bytes a sign of the whole page, twice as dear to cut and encode. */}
            <KeptMarkup of={SITE_COPY} as="welcome title">
              {() =>
                SITE_COPY.welcomeTitle.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))
              }
            </KeptMarkup>
          </h1>
          <p>{intro.replace('{site}', site.name)}</p>
          <div className="board-buttons">
            <ButtonLink look="primary" href={href('/games')}>
              <LayoutGrid aria-hidden="true" /> Browse Games
            </ButtonLink>
            <ButtonLink href={href('/originals')}>Originals</ButtonLink>
          </div>
        </div>
        {hero && (
          <a className="board-hero" href={gameHref(hero.slug)}>
            <img src={hero.picture.src} alt="" width="640" height="360" fetchPriority="high" />
            <div>
              <div className="min-w-0 flex-1">
                <h2>{hero.title}</h2>
                <p>{hero.categories.join(', ')}</p>
              </div>
              <span className="button button-primary">Play</span>
            </div>
          </a>
        )}
        {original && (
          <a className="board-original case" href={gameHref(original.slug)}>
            <Badges badges={original.badges} />
            <img src={original.picture.src} alt="" width="600" height="800" />
            <span className="picture-label">{original.title}</span>
          </a>
        )}
        <div className="board-small">
          {small.map((game) => (
            <a key={game.id} href={gameHref(game.slug)}>
              <img src={game.picture.small} alt="" width="320" height="180" />
              <span className="picture-label">{game.title}</span>
            </a>
          ))}
        </div>
      </div>
    </section>
  )
}
