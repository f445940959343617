import type { Element, ElementContent } from 'hast'
import { REMAINING_DATA } from '../accounts/profile/profile-rules.ts'
import { listOf } from '../lib/text.ts'
import type { SocialLink } from '../site/site-texts.ts'
import { COOKIES, type BrowserStorage, LOCAL_STORAGE, SESSION_STORAGE } from './kept-in-browser.ts'
import { KEPT_OF_EACH, KEPT_OF_PLAYERS } from './what-is-kept.ts'

export type Topic = { id: string; title: string }

/**
 * Blocks that only the software can fill, not operators. A site text includes one as a paragraph of its name in braces.
 */
export const BLOCKS = {
  cookies: () => [keptList(COOKIES)],
  'local-storage': () => [keptList(LOCAL_STORAGE)],
  'session-storage': () => [keptList(SESSION_STORAGE)],
  'player-data': () => [ofEach(), playerList()],
  'what-stays': () => [element('p', [text(REMAINING_DATA.join(' '))])],
  topics: ({ topics }: Given) => [topicLinks(topics)],
  'social-links': ({ social }: Given) =>
    social.length
      ? [
          element(
            'ul',
            social.map(({ label, href }) => element('li', [outside(label, href)])),
          ),
        ]
      : [],
} satisfies Record<string, (given: Given) => ElementContent[]>

type Given = { social: SocialLink[]; topics: Topic[] }

function topicLinks(topics: Topic[]): Element {
  const link = ({ id, title }: Topic) =>
    element('a', [text(title)], { className: ['chip', 'chip-large'], href: `#${id}` })
  const items = topics.map((topic) => element('li', [link(topic)]))
  return element('nav', [element('ul', items, { className: ['chips'] })], { ariaLabel: 'Topics' })
}

function keptList(kept: BrowserStorage[]): Element {
  return terms(
    kept.map(({ name, what, until }) => ({
      term: [element('code', [text(name.replace('*', '…'))])],
      says: `${sentence(what)} Kept ${until}.`,
    })),
  )
}

function playerList(): Element {
  return terms(
    Object.values(KEPT_OF_PLAYERS).map(({ title, columns, until = 'as long as the account' }) => ({
      term: [text(title)],
      says: `${sentence(ownOf(columns).join(', '))} Kept ${until}.`,
    })),
  )
}

function ofEach(): Element {
  return element('p', [text(`Each of these has ${listOf(KEPT_OF_EACH)}. Beside that it is:`)])
}

function ownOf(columns: Record<string, string>): string[] {
  return [...new Set(Object.values(columns))].filter((words) => !KEPT_OF_EACH.includes(words))
}

function terms(list: { term: ElementContent[]; says: string }[]): Element {
  const rows = list.map(({ term, says }) => element('div', [element('dt', term), element('dd', [text(says)])]))
  return element('dl', rows, { className: ['troubles'] })
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function outside(label: string, href: string): Element {
  return element('a', [text(label)], { href, rel: ['noopener', 'noreferrer'] })
}

function element(tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): ElementContent {
  return { type: 'text', value }
}
