import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '../lib/dates.ts'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import { categorySlug } from '../games/catalogue/category-rules.ts'
import { faqOf } from './game-faq.ts'
import { gamesHref, tagsHref } from '../games/catalogue/games-href.ts'
import { stepsOf } from './instructions.ts'
import type { GamePage } from './load-game.server.ts'
import { playerGuideOf } from './game-guide.ts'

/** Everything that is said of a game below its player. */
export function GameText({ game, rating }: { game: GamePage; rating: ReactNode }) {
  const { title, description, controls, tags } = game
  const steps = stepsOf(game.howToPlay)
  const facts = { ...game, isOurs: game.frame?.isOurs ?? false }
  return (
    <div className="game-text">
      <div className="game-head">
        <div>
          <h1>{title} - Play Free Online Game</h1>
          <ul className="mt-3 flex flex-wrap gap-2" aria-label="Categories">
            {game.categories.map((category) => (
              <li key={category}>
                <a className="chip chip-large" href={gamesHref({ filter: categorySlug(category) })}>
                  <CategoryIcon slug={categorySlug(category)} /> {category}
                </a>
              </li>
            ))}
          </ul>
        </div>
        {rating}
      </div>
      {description && (
        <Section title={`About ${title}`}>
          <div className="prose">
            {description
              .split(/\n+/)
              .filter((paragraph) => paragraph.trim())
              .map((paragraph, at) => (
                <p key={at}>{paragraph}</p>
              ))}
          </div>
        </Section>
      )}
      <div className="two-columns">
        <Section title="How To Play">
          {steps.length > 0 && (
            <ol className="steps">
              {steps.map((step, at) => (
                <li key={at}>
                  <span>{step}</span>
                </li>
              ))}
            </ol>
          )}
          {steps.length === 0 && !controls && <p>The game explains itself as you begin.</p>}
          {controls && (
            <ul className="controls" aria-label="Controls">
              {controls.map(({ keys, does }) => (
                <li key={does}>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                  {does}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="Technical Details">
          <TechnicalDetails game={game} />
        </Section>
      </div>
      {tags.length > 0 && (
        <Section title="Game Tags">
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <a className="chip chip-large" href={tagsHref([tag])}>
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Frequently asked questions">
        {faqOf(facts).map(({ question, answer }, at) => (
          <details key={question} className="question" open={at === 0}>
            <summary>
              {question} <ChevronDown aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </Section>
      <Section title="Player guide">
        <ul className="guide">
          {playerGuideOf(facts).map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function TechnicalDetails({ game }: { game: GamePage }) {
  const { publishedBy, licence, width, height } = game
  const details: [string, ReactNode][] = [
    ['Platform', game.platform],
    ...(publishedBy
      ? [
          [
            'Published by',
            licence ? (
              <a className="text-link" href={licence} target="_blank" rel="noopener">
                {publishedBy}
              </a>
            ) : (
              publishedBy
            ),
          ] as [string, ReactNode],
        ]
      : []),
    ['Categories', game.categories.join(', ')],
    ...(width && height ? [['Screen', `${width} × ${height}`] as [string, ReactNode]] : []),
    ['Added', formatDay(new Date(game.createdAt))],
    ['Labels', game.badges.join(', ')],
  ]
  return (
    <dl className="details">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
