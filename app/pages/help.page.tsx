import { ChevronDown } from 'lucide-react'
import { href } from 'react-router'
import { boardHref } from '../community/community-href.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { breadcrumbList, pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/help.page'
import { HELP } from './help-rules.ts'

export const headers = () => sharedPage()

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Help | ${site.name}`,
    description: `Answers to what is asked most at ${site.name}: playing, accounts, credits, the community, reports and privacy.`,
    path: href('/help'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Help', path: href('/help') },
      ]),
      {
        '@type': 'FAQPage',
        mainEntity: HELP.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  })
}

export default function HelpPage() {
  return (
    <div className="article">
      <h1>Help</h1>
      <p className="lead">What is asked most, by topic.</p>
      <nav aria-label="Topics" className="mt-4 flex flex-wrap gap-2">
        {HELP.map(({ id, topic }) => (
          <a key={id} className="chip chip-large" href={`#${id}`}>
            {topic}
          </a>
        ))}
      </nav>
      {HELP.map(({ id, topic, questions }) => (
        <section key={id} id={id}>
          <h2>{topic}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question} className="question">
              <summary>
                {question} <ChevronDown aria-hidden="true" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ))}
      <section>
        <h2>Not answered?</h2>
        <p>Somebody on the board may know, and what is asked there helps the next one.</p>
        <p className="mt-4">
          <ButtonLink look="primary" href={boardHref()}>
            Ask the community
          </ButtonLink>
        </p>
      </section>
    </div>
  )
}
