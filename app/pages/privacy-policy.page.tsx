import { href } from 'react-router'
import { WHAT_GOES, WHAT_STAYS } from '../accounts/player-data-rules.ts'
import { MESSAGES_KEPT_YEARS } from '../contact/message-rules.ts'
import { pageMeta } from '../site/page-meta.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf, useSite } from '../site/use-site.ts'
import type { Route } from './+types/privacy-policy.page'
import { LegalArticle } from './legal-article.tsx'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage()

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Privacy Policy | ${site.name}`,
    description: `What ${site.name} knows about its visitors and players, why, for how long, and how to have it deleted.`,
    path: href('/privacy-policy'),
  })
}

export default function PrivacyPolicyPage() {
  const { name } = useSite()
  return <LegalArticle title="Privacy Policy" sections={policyOf(name)} />
}

function policyOf(name: string) {
  return [
    {
      heading: 'Without an account',
      text: [
        `${name} counts how often a game is opened. To count each visitor once it keeps marks, for a day at most, that cannot be turned back into an address. Your saved games stay in your browser.`,
        'Addresses of visitors are not stored. They are used while a request is answered, and to slow down who sends too many.',
      ],
    },
    {
      heading: 'With an account',
      text: [
        `We store your ${WHAT_GOES}. Your password is stored as a hash that cannot be turned back.`,
        'Other players see your username, name, picture, the day you joined and what you post. Nobody but you sees your email address.',
        'If you sign in with Google, we get your name and email address from Google and keep no key to your Google account.',
      ],
    },
    {
      heading: 'When you write to us',
      text: [
        `What you send by the contact and feedback forms is stored with the name and the address that you give, and read by nobody but those who run ${name}. It is kept for ${MESSAGES_KEPT_YEARS} years after it was last answered or closed. If you were signed in, it goes with your account before that; if you were not, ask us to delete it.`,
      ],
    },
    {
      heading: 'Mails',
      text: [
        'We write to you to confirm your address, to give you a new password, to tell you of changes to your account and to answer what you wrote to us. We send no advertising.',
      ],
    },
    {
      heading: 'Cookies',
      text: [
        'One cookie keeps you signed in. Short-lived ones carry a message from one page to the next, or belong to a sign-in with Google that is under way. There are no cookies for tracking.',
      ],
    },
    {
      heading: 'Games of others',
      text: [
        'A game of another publisher is loaded from its server when you start it, which then learns your address and may store things under its own policy. Before you start it, no third party is contacted.',
      ],
    },
    {
      heading: 'Children',
      text: [
        'We do not knowingly collect data from users under 13. If you learn that a child has given us data, tell us, and we delete it.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You can download your data and delete your account yourself, in your account: what we store of you goes with it.',
        WHAT_STAYS.join(' '),
        'What is deleted leaves our backups as these are replaced.',
      ],
    },
  ]
}
