import { href } from 'react-router'
import { pageMeta } from '../site/page-meta.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf, useSite } from '../site/use-site.ts'
import type { Route } from './+types/terms.page'
import { LegalArticle } from './legal-article.tsx'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage()

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Terms of Service | ${site.name}`,
    description: `The rules for using ${site.name}: accounts, games, what players write, and what we promise and do not promise.`,
    path: href('/terms'),
  })
}

export default function TermsPage() {
  const { name } = useSite()
  return <LegalArticle title="Terms of Service" sections={termsOf(name)} />
}

function termsOf(name: string) {
  return [
    {
      heading: 'Using the portal',
      text: [
        `Everybody may play the games of ${name} free of charge, with or without an account. By using the portal you agree to these terms; if you do not agree, please do not use it.`,
      ],
    },
    {
      heading: 'Your account',
      text: [
        'Give an email address that is yours and keep your password to yourself. What happens in your account counts as done by you, until you tell us that somebody else has got into it.',
        'You can delete your account at any time. We may close an account that breaks these terms or the law.',
      ],
    },
    {
      heading: 'Playing fair',
      text: [
        'Do not attack the portal, try to get into accounts of others, collect data by programs beyond what a search engine does, or earn credits by anything but playing and taking part yourself.',
        'Credits have no value in money, cannot be bought, sold or paid out, and may be corrected where they were earned by a fault or a trick.',
      ],
    },
    {
      heading: 'What you write',
      text: [
        'What you write stays yours. You allow us to show it on the portal for as long as you leave it there. Do not write what is illegal, hateful or hurtful, what belongs to somebody else, or what gives away another person’s private data. We remove such things.',
      ],
    },
    {
      heading: 'Games of others',
      text: [
        'Many games come from other publishers and are loaded from their servers, under their terms. The name of the publisher stands on the page of the game where we know it.',
      ],
    },
    {
      heading: 'What we promise, and what we do not',
      text: [
        'We run the portal with care. We do not promise that it, or a certain game, is always there and free of faults. Where the law allows it, we are not liable for damage that comes from using it free of charge.',
      ],
    },
    {
      heading: 'Changes',
      text: [
        'When these terms change, the new ones stand here with their date. Who goes on using the portal then agrees to them.',
      ],
    },
  ]
}
