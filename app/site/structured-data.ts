import type { Site } from './page-meta.ts'

/** What search engines are told of the site as a whole, as schema.org objects for `pageMeta`. */

const at = (site: Site, path: string) => new URL(path, site.url).href

/** Who runs the site; pages refer to it by its `@id`. */
export function organization(site: Site): object {
  const { email, social = [] } = site.footer ?? {}
  return {
    '@type': 'Organization',
    '@id': at(site, '/#organization'),
    name: site.name,
    url: at(site, '/'),
    logo: at(site, '/social.png'),
    ...(email && { contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email } }),
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

/** The site, and how it is searched. */
export function webSite(site: Site): object {
  return {
    '@type': 'WebSite',
    '@id': at(site, '/#website'),
    name: site.name,
    url: at(site, '/'),
    publisher: { '@id': at(site, '/#organization') },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${at(site, '/games')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** The page that tells who runs the site. */
export function aboutPage(
  site: Site,
  { path, title, description }: Record<'path' | 'title' | 'description', string>,
): object {
  return {
    '@type': 'AboutPage',
    name: title,
    description,
    url: at(site, path),
    isPartOf: { '@id': at(site, '/#website') },
    mainEntity: organization(site),
  }
}

/** Questions that are asked often, with their answers in plain words. */
export function faqPage(questions: { question: string; answer: string }[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
