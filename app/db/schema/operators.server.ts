import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'

/** The audit log. Each row is written in the transaction of its act, and is never changed or deleted. */
export const auditLog = pgTable(
  'operator_acts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for the command line, and once the account is deleted. */
    operatorId: uuid('operator_id').references(() => players.id, { onDelete: 'set null' }),
    /** The operator's username at the time, which outlives the account. */
    operatorName: text('operator_name').notNull(),
    act: text().notNull(),
    onKind: text('on_kind').notNull(),
    onId: text('on_id').notNull(),
    /** Empty if not given. */
    why: text().notNull().default(''),
    details: jsonb().$type<Record<string, unknown>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('operator_acts_operator').on(t.operatorId), index('operator_acts_on').on(t.onKind, t.onId)],
)
