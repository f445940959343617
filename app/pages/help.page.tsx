import { href } from 'react-router'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { breadcrumbList, pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/help.page'
import { HELP_TOPICS, type HelpQuestion } from './help-topics.ts'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage()

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Help | ${site.name}`,
    description: `Answers to what is asked most at ${site.name}: playing, accounts, credits, the community, decisions of operators, and safety.`,
    path: href('/help'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Help', path: href('/help') },
      ]),
      {
        '@type': 'FAQPage',
        mainEntity: HELP_TOPICS.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  })
}

/** Questions that are asked often, by topic. */
export default function HelpPage() {
  return (
    <div className="article">
      <h1>Help</h1>
      <p className="lead">What is asked most, by topic.</p>
      <nav aria-label="Topics">
        <ul className="help-topics">
          {HELP_TOPICS.map(({ id, title }) => (
            <li key={id}>
              <a className="chip chip-large" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {HELP_TOPICS.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <dl className="troubles">
            {questions.map((one) => (
              <Question key={one.question} {...one} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Question({ question, answer, links = [] }: HelpQuestion) {
  return (
    <div>
      <dt>{question}</dt>
      <dd>
        {answer}
        {links.map(({ label, to }) => (
          <span key={to}>
            {' '}
            <a className="text-link" href={to}>
              {label}
            </a>
          </span>
        ))}
      </dd>
    </div>
  )
}
