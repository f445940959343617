import { EMAIL_MAX, EMAIL_WRONG, emailRule } from '../accounts/account-rules.ts'
import { mayFit, plainText } from '../lib/plain-text.ts'
import { formatCount, lengthOf } from '../lib/text.ts'
import { bounded, lineRule, numberRule } from '../lib/text-rules.ts'
import { href } from 'react-router'
import { z } from 'zod/mini'

/**
 * Messages to the operators: options, limits and texts (docs/product.md#forms-to-the-operators). Forms and actions
 * share them.
 */

export const MESSAGE_KINDS = ['contact', 'feedback'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

const CONTACT_CATEGORIES = ['general', 'technical', 'feedback', 'partnership', 'report', 'other'] as const
const FEEDBACK_CATEGORIES = [
  'suggestion',
  'bug',
  'game-request',
  'ui-ux',
  'performance',
  'general',
  'compliment',
  'other',
] as const

type Option = { value: string; label: string }

/** Categories by form, with their labels. */
export const CATEGORIES: Readonly<Record<MessageKind, readonly Option[]>> = {
  contact: [
    { value: 'general', label: 'General question' },
    { value: 'technical', label: 'Technical support' },
    { value: 'feedback', label: 'Feedback' },
    { value: 'partnership', label: 'Partnership' },
    { value: 'report', label: 'Report a problem' },
    { value: 'other', label: 'Something else' },
  ] satisfies { value: (typeof CONTACT_CATEGORIES)[number]; label: string }[],
  feedback: [
    { value: 'suggestion', label: 'Suggestion' },
    { value: 'bug', label: 'Bug report' },
    { value: 'game-request', label: 'Game request' },
    { value: 'ui-ux', label: 'Design and usability' },
    { value: 'performance', label: 'Speed' },
    { value: 'general', label: 'General feedback' },
    { value: 'compliment', label: 'Compliment' },
    { value: 'other', label: 'Something else' },
  ] satisfies { value: (typeof FEEDBACK_CATEGORIES)[number]; label: string }[],
}

/** Returns the label of a category, or the category itself if it no longer exists. */
export function categoryLabel(kind: MessageKind, category: string): string {
  return CATEGORIES[kind].find(({ value }) => value === category)?.label ?? category
}

export const RATINGS: readonly Option[] = [
  { value: '5', label: 'Excellent' },
  { value: '4', label: 'Good' },
  { value: '3', label: 'Average' },
  { value: '2', label: 'Below Average' },
  { value: '1', label: 'Poor' },
]

/** The hours within which the site promises an answer. Reports are urgent. */
export const ANSWER_HOURS = { general: 24, technical: 12, urgent: 6 } as const

/** Returns the hours from the arrival of a message until its answer is due. */
export function hoursFor(kind: MessageKind, category: string): number {
  if (kind === 'contact' && category === 'technical') return ANSWER_HOURS.technical
  if (kind === 'contact' && category === 'report') return ANSWER_HOURS.urgent
  return ANSWER_HOURS.general
}

/** Years until a message is deleted after it was last answered or closed. */
export const MESSAGES_RETENTION_YEARS = 2

export const NAME_MAX = 100
export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5000

/** Maximum size of a form body in bytes. A URL-encoded character can take twelve bytes. */
export const MESSAGE_BYTES = 12 * (MESSAGE_MAX + SUBJECT_MAX + NAME_MAX + EMAIL_MAX) + 2048

export const CONTACT_DONE = "Thank you for your message! We'll get back to you soon."
export const FEEDBACK_DONE = 'Thank you for your feedback! Your input helps us improve.'
export const NOT_SENT = 'Your message was not sent'

const NO_CATEGORY = 'Please choose a category'
const LONG = `Message must be at most ${formatCount(MESSAGE_MAX)} characters`

/**
 * Returns the rule for a required text of several lines. `empty` is the message if it is blank, `long` if it is too
 * long.
 */
export function textRule(empty: string, long = LONG) {
  return z.string(empty).check(
    z.refine((text) => mayFit(text, MESSAGE_MAX), { error: long, abort: true }),
    z.overwrite(plainText),
    z.minLength(1, { error: empty, abort: true }),
    z.refine((text) => lengthOf(text) <= MESSAGE_MAX, long),
  )
}

const optionalEmailRule = z._default(
  z.string(EMAIL_WRONG).check(
    bounded(EMAIL_MAX, EMAIL_WRONG),
    z.trim(),
    z.normalize('NFC'),
    z.toLowerCase(),
    z.refine((text) => text === '' || z.safeParse(emailRule, text).success, EMAIL_WRONG),
  ),
  '',
)

/** The rule of the hidden field that only bots fill in. */
const honeypotRule = z._default(z.string(), '')

const messageRule = textRule('Message is required')

export const contactRules = z.object({
  name: lineRule('Name', NAME_MAX).check(z.minLength(1, 'Name is required')),
  email: emailRule,
  category: z.enum(CONTACT_CATEGORIES, NO_CATEGORY),
  subject: lineRule('Subject', SUBJECT_MAX).check(z.minLength(1, 'Subject is required')),
  message: messageRule,
  homepage: honeypotRule,
})

export const feedbackRules = z.object({
  name: z._default(lineRule('Name', NAME_MAX), ''),
  email: optionalEmailRule,
  category: z.enum(FEEDBACK_CATEGORIES, NO_CATEGORY),
  rating: z._default(z.enum(['', '1', '2', '3', '4', '5'], 'Please choose a rating from the list'), ''),
  message: messageRule,
  homepage: honeypotRule,
})

/** The operators' inbox: its lists, forms and messages (docs/product.md#inbox). */

export type MessageState = 'new' | 'answered' | 'closed'

/** The lists of the inbox: one for each state, and one with all messages. */
export const INBOX_LISTS = ['new', 'answered', 'closed', 'all'] as const
export type InboxList = (typeof INBOX_LISTS)[number]

/** The longest search term, in characters. */
export const INBOX_TERM_MAX = 100

/** The query of the inbox. */
export type InboxQuery = {
  list: InboxList
  /** A kind, or `kind.category`. Empty for all messages. */
  about: string
  search: string
  /** The cursor; empty for the first page. */
  after: string
}

/** Options of the filter: for each kind, an option for all its messages, then its categories. */
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

/** Parses the query of the inbox. Treats unknown values as missing. */
export function readInboxQuery(query: URLSearchParams): InboxQuery {
  const about = query.get('about') ?? ''
  return {
    list: INBOX_LISTS.find((one) => one === query.get('list')) ?? 'new',
    about: KNOWN.has(about) ? about : '',
    search: (query.get('search') ?? '').slice(0, INBOX_TERM_MAX).trim(),
    after: query.get('after') ?? '',
  }
}

/** Returns the link to a list of the inbox. Omits parameters that have their default value. */
export function inboxHref(query: Partial<InboxQuery> = {}): string {
  return href('/admin/inbox') + queryOf(query)
}

/** Returns the link to a message. The query contains the current list, for the links back and to the next message. */
export function messageHref(id: number, query: Partial<InboxQuery> = {}): string {
  return href('/admin/inbox/:id', { id: String(id) }) + queryOf({ ...query, after: '' })
}

function queryOf({ list = 'new', about = '', search = '', after = '' }: Partial<InboxQuery>): string {
  const set = Object.entries({ list: list === 'new' ? '' : list, about, search, after }).filter(([, value]) => value)
  const query = new URLSearchParams(set).toString()
  return query && `?${query}`
}

/** Splits `about` into kind and category; each is null if it is not set. */
export function partsOfAbout(about: string): { kind: MessageKind | null; category: string | null } {
  const [name, category = null] = about.split('.')
  return { kind: MESSAGE_KINDS.find((one) => one === name) ?? null, category }
}

export const INBOX_DONE = {
  answered: 'Reply saved. Its delivery status is shown below it',
  noted: 'Note saved. Only operators see it',
  closed: 'Closed',
  reopened: 'The message is marked as new',
} as const

/** Labels for the states of a reply's email. */
export const ANSWER_MAIL = {
  queued: 'Waiting to be sent',
  sent: 'Accepted by the mail server',
  filed: 'Written to the outbox, since no mail server is configured',
  failed: 'Could not be sent',
} as const

/**
 * `seen` is the newest act on the message when the page was rendered. The form is rejected if another operator has
 * acted on the message since.
 */
export const messageActRules = z.object({ seen: numberRule })
export const answerRules = z.object({ seen: numberRule, answer: textRule('Please write a reply') })
export const noteRules = z.object({ note: textRule('Please write a note') })
