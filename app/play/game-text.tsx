import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import { gamesHref, tagsHref } from '../games/catalogue/games-href.ts'
import type { GameDescription } from './describe-game.server.ts'

type HeadProps = { text: GameDescription; rating: ReactNode; report: ReactNode }

/** The title of a game, its categories, its rating, and the button that reports it. */
export function GameHead({ text: { title, categories }, rating, report }: HeadProps) {
  return (
    <div className="game-head">
      <div>
        <h1>
          <bdi>{title}</bdi> - Play Free Online Game
        </h1>
        <ul className="chips" aria-label="Categories">
          {categories.map(({ name, slug }) => (
            <li key={slug}>
              <a className="chip chip-large" href={gamesHref({ filter: slug })}>
                <CategoryIcon slug={slug} /> {name}
              </a>
            </li>
          ))}
        </ul>
        {report}
      </div>
      {rating}
    </div>
  )
}

/** The remaining text about a game, below its stage. */
export function GameText({ text }: { text: GameDescription }) {
  const { title, paragraphs, steps, controls, tags } = text
  return (
    <div className="game-text">
      {paragraphs.length > 0 && (
        <Section title={`About ${title}`}>
          <div className="prose">
            {paragraphs.map((paragraph, at) => (
              <p key={at} dir="auto">
                {paragraph}
              </p>
            ))}
          </div>
        </Section>
      )}
      <div className="two-columns">
        <Section title="How To Play">
          {steps.length > 0 && (
            <ol className="steps">
              {steps.map((step, at) => (
                <li key={at} dir="auto">
                  <span>{step}</span>
                </li>
              ))}
            </ol>
          )}
          {steps.length === 0 && !controls && <p>The game explains itself when you start.</p>}
          {controls && (
            <ul className="controls" aria-label="Controls">
              {controls.map(({ keys, does }, at) => (
                <li key={at}>
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
          <dl className="details">
            {text.details.map(({ name, value, href }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {href ? (
                    <a className="text-link" href={href} target="_blank" rel="noopener">
                      {value}
                    </a>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      {tags.length > 0 && (
        <Section title="Game Tags">
          <ul className="chips">
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
        {text.questions.map(({ question, answer }, at) => (
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
          {text.guide.map((advice) => (
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
