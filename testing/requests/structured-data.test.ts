import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPost } from '../fixtures/posts.ts'

/** Checks the pages' structured data against the formats that search engines document. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGame({ slug: 'moto-rush', title: 'Moto Rush', categories: ['Car'] })
  await createPost({ title: 'All nine doors' })
})
afterAll(() => portal?.stop())

const address = z.url().startsWith(`${SITE}/`)
const words = z.string().trim().min(1)
const context = z.literal('https://schema.org')
const thing = <Name extends string>(name: Name) => z.strictObject({ '@context': context, '@type': z.literal(name) })
const part = <Name extends string>(name: Name) => z.strictObject({ '@type': z.literal(name) })

const organization = {
  '@id': z.literal(`${SITE}/#organization`),
  name: z.literal('Playhall'),
  url: z.literal(`${SITE}/`),
  logo: address,
  contactPoint: part('ContactPoint').extend({ contactType: words, url: z.url(), email: z.email().optional() }),
  sameAs: z.array(z.url()).min(1).optional(),
}

const SHAPES = {
  Organization: thing('Organization').extend(organization),
  WebSite: thing('WebSite').extend({
    '@id': z.literal(`${SITE}/#website`),
    name: z.literal('Playhall'),
    url: z.literal(`${SITE}/`),
    publisher: z.strictObject({ '@id': z.literal(`${SITE}/#organization`) }),
    potentialAction: part('SearchAction').extend({
      target: part('EntryPoint').extend({ urlTemplate: z.literal(`${SITE}/games?q={search_term_string}`) }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
  AboutPage: thing('AboutPage').extend({
    name: words,
    description: words,
    url: z.literal(`${SITE}/about`),
    isPartOf: z.strictObject({ '@id': z.literal(`${SITE}/#website`) }),
    mainEntity: part('Organization').extend(organization),
  }),
  FAQPage: thing('FAQPage').extend({
    mainEntity: z
      .array(
        part('Question').extend({
          name: words,
          acceptedAnswer: part('Answer').extend({
            text: words.refine((text) => !/[<>]|\]\(|\{/.test(text), 'has markup'),
          }),
        }),
      )
      .min(10),
  }),
  BreadcrumbList: thing('BreadcrumbList').extend({
    itemListElement: z
      .array(part('ListItem').extend({ position: z.int().min(1), name: words, item: address }))
      .min(2)
      .refine((items) => items.every(({ position }, at) => position === at + 1), 'is not sequential'),
  }),
  ItemList: thing('ItemList').extend({
    numberOfItems: z.int(),
    itemListElement: z.array(part('ListItem').extend({ position: z.int().min(1), name: words, url: address })),
  }),
}

async function structuredOn(at: string): Promise<{ '@type': string }[]> {
  const { text } = await portal.send(at)
  const scripts = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return Array.from(scripts, ([, json]) => JSON.parse(json as string) as { '@type': string })
}

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/about', ['BreadcrumbList', 'AboutPage']],
  ['/help', ['BreadcrumbList', 'FAQPage']],
  ['/how-to-play', ['BreadcrumbList']],
  ['/terms', ['BreadcrumbList']],
  ['/privacy-policy', ['BreadcrumbList']],
  ['/cookie-policy', ['BreadcrumbList']],
  ['/categories', ['BreadcrumbList', 'ItemList']],
  ['/games', ['ItemList']],
])('%s contains %j', async (at, types) => {
  const found = await structuredOn(at)
  expect(found.map((one) => one['@type'])).toEqual(types)
  for (const one of found) {
    const shape = SHAPES[one['@type'] as keyof typeof SHAPES]
    expect(shape.safeParse(one).error?.issues, JSON.stringify(one).slice(0, 300)).toBeUndefined()
  }
})

test('the declared search finds games', async () => {
  const [, site] = await structuredOn('/')
  const template = (site as unknown as { potentialAction: { target: { urlTemplate: string } } }).potentialAction.target
  const { pathname, search } = new URL(template.urlTemplate.replace('{search_term_string}', 'moto'))
  expect((await portal.send(pathname + search)).text).toContain('/games/moto-rush')
})

test('the declared questions are on the page word for word', async () => {
  const faq = (await structuredOn('/help')).at(-1) as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  const page = (await portal.send('/help')).text
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<\/?(?:a|em|strong|code|kbd)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x3C;', '<')
    .replace(/\s+/g, ' ')
  for (const { name, acceptedAnswer } of faq.mainEntity) expect(page).toContain(`${name} ${acceptedAnswer.text}`)
})
