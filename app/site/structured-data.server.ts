import { config } from '../server/process/config.server.ts'
import { siteTexts } from './site-texts.server.ts'

/**
 * This file creates structured data about the whole site, as schema.org objects for the `structured` of `pageMeta`.
 * Loaders call it, since its texts would otherwise be part of the home page's script.
 */

const at = (path: string) => new URL(path, config().siteUrl).href

/** Returns the site's operator. Other objects refer to it by its `@id`. */
export function organization() {
  const { email, social } = siteTexts().footer
  return {
    '@type': 'Organization',
    '@id': at('/#organization'),
    name: config().siteName,
    url: at('/'),
    logo: at('/social.png'),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      url: at('/contact'),
      ...(email && { email }),
    },
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

/** Returns the site and its search. */
export function webSite() {
  return {
    '@type': 'WebSite',
    '@id': at('/#website'),
    name: config().siteName,
    url: at('/'),
    publisher: { '@id': organization()['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${at('/games')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** Returns the page about the site's operator. */
export function aboutPage(path: string, { title, description }: { title: string; description: string }) {
  return {
    '@type': 'AboutPage',
    name: title,
    description,
    url: at(path),
    isPartOf: { '@id': webSite()['@id'] },
    mainEntity: organization(),
  }
}

/** Returns frequently asked questions, with their answers in plain text. */
export function faqPage(questions: { question: string; answer: string }[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
