import { href } from 'react-router'
import { z } from 'zod/mini'
import { numberRule } from '../lib/text-rules.ts'
import { CATEGORIES, MESSAGE_KINDS, type MessageKind, textRule } from './message-rules.ts'

/** The operators' inbox: what is listed there, what is done with a message, and what is said of it (docs/product.md, Messages). */

export type MessageState = 'new' | 'answered' | 'closed'

/** The lists of the inbox: of a state, or all. */
export const INBOX_LISTS = ['new', 'answered', 'closed', 'all'] as const
export type InboxList = (typeof INBOX_LISTS)[number]

/** The most letters that the search of the inbox looks for. */
export const INBOX_TERM_MAX = 100

/** What an address of the inbox asks for. */
export type InboxQuery = {
  list: InboxList
  /** A kind, or `kind.category`; empty for all. */
  about: string
  search: string
  /** Where the list goes on; empty for its start. */
  after: string
}

/** What the inbox can be narrowed to, by kind: all of it, then its categories. */
export const ABOUT: readonly { kind: MessageKind; label: string; options: { value: string; label: string }[] }[] = [
  { kind: 'contact', label: 'Contact', options: aboutOf('contact', 'All of contact') },
  { kind: 'feedback', label: 'Feedback', options: aboutOf('feedback', 'All feedback') },
]

function aboutOf(kind: MessageKind, all: string) {
  return [
    { value: kind as string, label: all },
    ...CATEGORIES[kind].map(({ value, label }) => ({ value: `${kind}.${value}`, label })),
  ]
}

const KNOWN = new Set(ABOUT.flatMap(({ options }) => options.map(({ value }) => value)))

/** Reads the query of an address; what is none of ours counts as not given. */
export function readInboxQuery(query: URLSearchParams): InboxQuery {
  const about = query.get('about') ?? ''
  return {
    list: INBOX_LISTS.find((one) => one === query.get('list')) ?? 'new',
    about: KNOWN.has(about) ? about : '',
    search: (query.get('search') ?? '').slice(0, INBOX_TERM_MAX).trim(),
    after: query.get('after') ?? '',
  }
}

/** The address of a list; what is not set is not in it. */
export function inboxHref(asked: Partial<InboxQuery> = {}): string {
  return href('/admin/inbox') + queryOf(asked)
}

/** The address of a message of a list: from there one goes back to the list, and on to its next message. */
export function messageHref(id: number, asked: Partial<InboxQuery> = {}): string {
  return href('/admin/inbox/:id', { id: String(id) }) + queryOf({ ...asked, after: '' })
}

function queryOf({ list = 'new', about = '', search = '', after = '' }: Partial<InboxQuery>): string {
  const set = Object.entries({ list: list === 'new' ? '' : list, about, search, after }).filter(([, value]) => value)
  const query = new URLSearchParams(set).toString()
  return query && `?${query}`
}

/** The kind and the category that `about` stands for; null for all. */
export function partsOfAbout(about: string): { kind: MessageKind | null; category: string | null } {
  const [name, category = null] = about.split('.')
  return { kind: MESSAGE_KINDS.find((one) => one === name) ?? null, category }
}

export const INBOX_DONE = {
  answered: 'Answered. What becomes of the mail stands below the answer',
  noted: 'The note is kept. Only operators see it',
  closed: 'Closed',
  reopened: 'It is among the new ones again',
} as const

/** What is said of the mail of an answer. */
export const ANSWER_MAIL = {
  queued: 'Waits to be mailed',
  sent: 'Taken by the mail server',
  filed: 'Written to the outbox: no mail server is set',
  failed: 'Could not be mailed',
} as const

/** `seen`: the newest act on the message when the page was rendered. A later act by another operator refuses the form. */
export const settleRules = z.object({ seen: numberRule })
export const answerRules = z.object({ seen: numberRule, answer: textRule('Please write an answer') })
export const noteRules = z.object({ note: textRule('Please write a note') })
