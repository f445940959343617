import { Clock, Mail, MessagesSquare } from 'lucide-react'
import { href } from 'react-router'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formDone } from '../server/http/responses.server.ts'
import { tooManyMessage } from '../server/http/rate-limit.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { breadcrumbList, pageMeta } from '../site/page-meta.ts'
import { siteOf, useSite } from '../site/use-site.ts'
import type { Route } from './+types/contact.page'
import { ContactForm } from './contact-form.tsx'
import { CONTACT_QUESTIONS } from './contact-questions.ts'
import './contact.css'
import { ANSWER_HOURS, CONTACT_DONE, contactRules, MESSAGE_BYTES, NOT_SENT } from './message-rules.ts'
import { receiveMessage } from './receive-message.server.ts'

export const headers = () => cacheHeaders()

/** POST: accepts a message to the operators from a visitor or player (docs/product.md#forms-to-the-operators). */
export async function action({ request }: Route.ActionArgs) {
  const { values, errors, refuse } = readForm(contactRules, await formOf(request, MESSAGE_BYTES))
  if (errors) return refuse(errors)
  const { homepage, message, ...given } = values
  const wait = await receiveMessage(request, { kind: 'contact', ...given, content: message, rating: null }, homepage)
  if (wait) return refuse({ form: tooManyMessage(wait, 'write to us') }, 429)
  return formDone(request, href('/contact'), CONTACT_DONE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { failed: NOT_SENT })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Contact | ${site.name}`,
    description:
      `Write to ${site.name}: questions, technical problems, reports and partnerships. ` +
      `We answer within ${ANSWER_HOURS.general} hours.`,
    path: href('/contact'),
    structured: [
      {
        '@type': 'ContactPage',
        name: `Contact ${site.name}`,
        url: new URL(href('/contact'), site.url).href,
        mainEntity: {
          '@type': 'Organization',
          name: site.name,
          url: site.url,
          contactPoint: {
            '@type': 'ContactPoint',
            contactType: 'customer support',
            url: new URL(href('/contact'), site.url).href,
            email: site.footer?.email || undefined,
          },
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: CONTACT_QUESTIONS.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'Contact', path: href('/contact') },
      ]),
    ],
  })
}

export default function ContactPage() {
  return (
    <div className="contact">
      <header className="contact-head">
        <h1>Contact Us</h1>
        <p>A question, a problem, an idea? Write to us. We read every message.</p>
      </header>
      <section className="text-card" aria-labelledby="message">
        <h2 id="message">Send us a message</h2>
        <ContactForm />
      </section>
      <div className="contact-side">
        <EmailCard />
        <HoursCard />
        <WaysCard />
      </div>
      <section className="contact-questions" aria-labelledby="questions">
        <h2 id="questions">Frequently asked questions</h2>
        <ul>
          {CONTACT_QUESTIONS.map(({ question, answer, link }) => (
            <li key={question} className="text-card">
              <h3>{question}</h3>
              <p>{answer}</p>
              {link && (
                <a className="text-link" href={link.to}>
                  {link.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function EmailCard() {
  const email = useSite().footer?.email
  return (
    <section className="text-card" aria-labelledby="email-support">
      <h2 id="email-support">
        <Mail aria-hidden="true" /> Email support
      </h2>
      <p>We answer within {ANSWER_HOURS.general} hours.</p>
      {email ? (
        <a className="text-link contact-address" href={`mailto:${email}`}>
          {email}
        </a>
      ) : (
        <p>Send us a message with the form. We reply by email.</p>
      )}
    </section>
  )
}

const HOURS = [
  { about: 'General questions', hours: ANSWER_HOURS.general },
  { about: 'Technical problems', hours: ANSWER_HOURS.technical },
  { about: 'Urgent reports', hours: ANSWER_HOURS.urgent },
]

function HoursCard() {
  return (
    <section className="text-card" aria-labelledby="response-time">
      <h2 id="response-time">
        <Clock aria-hidden="true" /> Response time
      </h2>
      <dl className="contact-hours">
        {HOURS.map(({ about, hours }) => (
          <div key={about}>
            <dt>{about}</dt>
            <dd>{hours} hours</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function WaysCard() {
  return (
    <section className="text-card" aria-labelledby="other-ways">
      <h2 id="other-ways">
        <MessagesSquare aria-hidden="true" /> Other ways to reach us
      </h2>
      <ul className="contact-ways">
        <li>
          <a href={href('/community')}>Community feedback</a>
          <p>Post on the board, where others can join in.</p>
        </li>
        <li>
          <a href={href('/feedback')}>Bug reports</a>
          <p>The feedback form asks for everything we need.</p>
        </li>
      </ul>
    </section>
  )
}
