import type { Element, ElementContent } from 'hast'
import { listOf } from '../lib/text.ts'
import type { SocialLink } from '../site/site-texts.ts'
import { COOKIES, type BrowserStorage, LOCAL_STORAGE, SESSION_STORAGE } from '../data-inventory/browser-storage.ts'
import { OF_EACH_TABLE } from '../data-inventory/entry.server.ts'
import { DELETION, PLAYER_DATA } from '../data-inventory/player-data.server.ts'

export type Topic = { id: string; title: string }

/** Blocks that the portal fills in. A site text includes a block as a paragraph with its name in braces. */
export const BLOCKS = {
  cookies: () => [storageList(COOKIES)],
  'local-storage': () => [storageList(LOCAL_STORAGE)],
  'session-storage': () => [storageList(SESSION_STORAGE)],
  'player-data': () => [ofEach(), playerList()],
  'what-stays': () => [element('p', [text(DELETION.remains.join(' '))])],
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

function storageList(entries: BrowserStorage[]): Element {
  return terms(
    entries.map(({ name, what, until }) => ({
      term: [element('code', [text(name.replace('*', '…'))])],
      description: `${sentence(what)} Stored ${until}.`,
    })),
  )
}

function playerList(): Element {
  return terms(
    Object.values(PLAYER_DATA).map(({ title, columns, until = 'as long as your account exists' }) => ({
      term: [text(title)],
      description: `${sentence(ownOf(columns).join(', '))} Stored ${until}.`,
    })),
  )
}

function ofEach(): Element {
  return element('p', [text(`Each entry has ${listOf(OF_EACH_TABLE)}. It also contains:`)])
}

function ownOf(columns: Record<string, string>): string[] {
  return [...new Set(Object.values(columns))].filter((words) => !OF_EACH_TABLE.includes(words))
}

function terms(list: { term: ElementContent[]; description: string }[]): Element {
  const rows = list.map(({ term, description }) =>
    element('div', [element('dt', term), element('dd', [text(description)])]),
  )
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
