import { z } from 'zod/mini'
import { EMAIL_MAX, EMAIL_WRONG, emailRule } from '../accounts/account-rules.ts'
import { mayFit, plainText } from '../lib/plain-text.ts'
import { lengthOf } from '../lib/text.ts'
import { bounded, lineRule } from '../lib/text-rules.ts'

/** What is written to the operators, and what is said of it (docs/product.md, Messages). For forms and actions. */

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

/** What a message may be about, by its form, in the words of its list. */
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
    { value: 'ui-ux', label: 'Look and handling' },
    { value: 'performance', label: 'Speed' },
    { value: 'general', label: 'General feedback' },
    { value: 'compliment', label: 'Compliment' },
    { value: 'other', label: 'Something else' },
  ] satisfies { value: (typeof FEEDBACK_CATEGORIES)[number]; label: string }[],
}

/** The words of a category; the category itself where it is none of ours any more. */
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

/** The hours within which we promise to answer; a report is urgent. */
export const ANSWER_HOURS = { general: 24, technical: 12, urgent: 6 } as const

/** By when a message is to be looked at, in hours after it came. */
export function hoursFor(kind: MessageKind, category: string): number {
  if (kind === 'contact' && category === 'technical') return ANSWER_HOURS.technical
  if (kind === 'contact' && category === 'report') return ANSWER_HOURS.urgent
  return ANSWER_HOURS.general
}

/** So long a message is kept after it was last answered or closed. */
export const MESSAGES_KEPT_YEARS = 2

export const NAME_MAX = 100
export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5000

/** What these forms may weigh: each letter is up to twelve signs on its way. */
export const MESSAGE_BYTES = 12 * (MESSAGE_MAX + SUBJECT_MAX + NAME_MAX + EMAIL_MAX) + 2048

export const CONTACT_DONE = "Thank you for your message! We'll get back to you soon."
export const FEEDBACK_DONE = 'Thank you for your feedback! Your input helps us improve.'
export const NOT_SENT = 'Your message was not sent'

const NO_CATEGORY = 'Please choose what it is about'
const LONG = `Message must be at most ${MESSAGE_MAX} characters`

/** A text of several lines that must have something in it; `empty` is said where it has not. */
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

/** No person sees this field: who fills it in is a robot. */
const trapRule = z._default(z.string(), '')

const messageRule = textRule('Message is required')

export const contactRules = z.object({
  name: lineRule('Name', NAME_MAX).check(z.minLength(1, 'Name is required')),
  email: emailRule,
  category: z.enum(CONTACT_CATEGORIES, NO_CATEGORY),
  subject: lineRule('Subject', SUBJECT_MAX).check(z.minLength(1, 'Subject is required')),
  message: messageRule,
  homepage: trapRule,
})

export const feedbackRules = z.object({
  name: z._default(lineRule('Name', NAME_MAX), ''),
  email: optionalEmailRule,
  category: z.enum(FEEDBACK_CATEGORIES, NO_CATEGORY),
  rating: z._default(z.enum(['', '1', '2', '3', '4', '5'], 'Please choose a rating of the list'), ''),
  message: messageRule,
  homepage: trapRule,
})
