import { Bug, Lightbulb, MessageCircle, Sparkles } from 'lucide-react'
import { href } from 'react-router'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formDone } from '../server/http/responses.server.ts'
import { tooManyMessage } from '../server/http/rate-limit.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { breadcrumbList, pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/feedback.page'
import './contact.css'
import { FeedbackForm } from './feedback-form.tsx'
import { FEEDBACK_DONE, feedbackRules, MESSAGE_BYTES, NOT_SENT } from './message-rules.ts'
import { receiveMessage } from './receive-message.server.ts'

export const headers = () => cacheHeaders()

/** POST: accepts feedback from a visitor or player (docs/product.md#forms-to-the-operators). */
export async function action({ request }: Route.ActionArgs) {
  const { values, errors, refuse } = readForm(feedbackRules, await formOf(request, MESSAGE_BYTES))
  if (errors) return refuse(errors)
  const { homepage, message, rating, ...given } = values
  const feedback = { ...given, content: message, subject: '', rating: rating ? Number(rating) : null }
  const wait = await receiveMessage(request, { kind: 'feedback', ...feedback }, homepage)
  if (wait) return refuse({ form: tooManyMessage(wait, 'write to us') }, 429)
  return formDone(request, href('/feedback'), FEEDBACK_DONE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: NOT_SENT })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Feedback | ${site.name}`,
    description:
      `Tell ${site.name} what is good, what is not and what is missing: ` +
      'suggestions, bug reports, game requests and ratings.',
    path: href('/feedback'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Feedback', path: href('/feedback') },
      ]),
    ],
  })
}

const CARDS = [
  {
    title: 'Suggestions',
    text: 'A missing game, a list that would help, something that could be easier: let us know.',
    Icon: Lightbulb,
  },
  {
    title: 'Bug Reports',
    text: 'Name the game or the page, your browser, and what you did just before.',
    Icon: Bug,
  },
  {
    title: 'General Feedback',
    text: 'How it feels to play here, good or bad. A sentence is enough.',
    Icon: MessageCircle,
  },
  {
    title: 'Why Your Feedback Matters',
    text: 'We read every message. The most reported issues get fixed first.',
    Icon: Sparkles,
  },
]

export default function FeedbackPage() {
  return (
    <div className="contact">
      <header className="contact-head">
        <h1>Feedback</h1>
        <p>What works well, what does not, what is missing? It takes a minute, and you need no account.</p>
      </header>
      <section className="text-card" aria-labelledby="message">
        <h2 id="message">Share your feedback</h2>
        <FeedbackForm />
      </section>
      <div className="contact-side">
        {CARDS.map(({ title, text, Icon }) => (
          <section key={title} className="text-card">
            <h2>
              <Icon aria-hidden="true" /> {title}
            </h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <section className="contact-join" aria-labelledby="join">
        <div>
          <h2 id="join">Join Our Community</h2>
          <p>Talk with others who play here, or write to us about anything else.</p>
        </div>
        <ButtonLink href={href('/community')}>Visit the community</ButtonLink>
        <ButtonLink look="outline" href={href('/contact')}>
          Contact us
        </ButtonLink>
      </section>
    </div>
  )
}
