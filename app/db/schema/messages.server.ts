import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'

/** The text that the inbox search looks through, exactly as in its index. */
export const MESSAGE_WORDS = `lower(name || ' ' || email || ' ' || subject || ' ' || content)`

/** A message to the operators. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The form that sent it. */
    kind: text({ enum: ['contact', 'feedback'] }).notNull(),
    /** One of the categories of its kind (app/contact/message-rules.ts). */
    category: text().notNull(),
    /** The author if signed in; null for a visitor. Deleting the account deletes the message. */
    playerId: uuid('player_id').references(() => players.id, { onDelete: 'cascade' }),
    /** Empty if not given, as are email and subject. */
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    subject: text().notNull().default(''),
    content: text().notNull(),
    /** From 1 to 5; null if not given. */
    rating: integer(),
    state: text({ enum: ['new', 'answered', 'closed'] })
      .notNull()
      .default('new'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When operators should have looked at it. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** When it was last answered or closed; null while it is new. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    check('messages_kind', sql`${t.kind} in ('contact', 'feedback')`),
    check('messages_rating', sql`${t.rating} between 1 and 5`),
    check('messages_state', sql`${t.state} in ('new', 'answered', 'closed')`),
    check('messages_settled', sql`(${t.state} = 'new') = (${t.settledAt} is null)`),
    index('messages_of_state').on(t.state, t.dueAt, t.id),
    index('messages_newest').on(t.dueAt, t.id),
    index('messages_of_player').on(t.playerId),
    index('messages_search').using('gin', sql.raw(`${MESSAGE_WORDS} gin_trgm_ops`)),
  ],
)

/**
 * `queued`: to be sent; `sent`: the mail server accepted it; `filed`: in the outbox; `failed`: refused, or given up
 * after days.
 */
const MAIL_OUTCOMES = ['queued', 'sent', 'filed', 'failed'] as const

/** Remarks on a message, oldest first: answers mailed to its author, and notes among operators. */
export const messageRemarks = pgTable(
  'message_remarks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['answer', 'note'] }).notNull(),
    /** The operator's username at the time, as in the audit log. */
    operatorName: text('operator_name').notNull(),
    content: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** The outcome of an answer's mail; null for a note. */
    mail: text({ enum: MAIL_OUTCOMES }),
    /** The mail server's reason for not accepting it; empty if it did. */
    mailFault: text('mail_fault').notNull().default(''),
  },
  (t) => [
    check('message_remarks_kind', sql`${t.kind} in ('answer', 'note')`),
    check('message_remarks_mail', sql`${t.mail} in ('queued', 'sent', 'filed', 'failed')`),
    index('message_remarks_of').on(t.messageId, t.id),
  ],
)
