import { and, eq, sql } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { messageRemarks, messages } from '../../db/schema/messages.server.ts'
import { sqlOf } from '../../server/jobs/jobs.server.ts'
import { type Mail, type MailOutcome, sendMail } from '../../server/mail/mail.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { answerMail } from '../mails/answer-mail.server.ts'
import { hoursFor, type INBOX_DONE } from '../message-rules.ts'

/** `seen`: the id of the newest act on the message when the operator's page was rendered. */
export type Handled = { operator: Player; id: number; seen: number }

type MessageRow = typeof messages.$inferSelect

/** Saves a reply and queues its mail in one transaction. `gone` if the message is closed or has no address. */
export function answerMessage(handled: Handled, answer: string): Promise<ActOutcome> {
  return actOnMessage(handled, 'answered', async (tx, message) => {
    if (message.state === 'closed' || !message.email) return false
    const answerId = await remark(tx, handled, 'answer', answer)
    await setState(tx, message, 'answered')
    await sendMail({ ...answerMail(message, answer), answerId }, sqlOf(tx))
    return true
  })
}

/**
 * Records whether a reply's mail was sent. If it will never be, the message is new again and due at once, because
 * nobody has been answered. A message that was closed meanwhile stays closed.
 */
export async function recordMailOutcome({ answerId }: Mail, result: MailOutcome): Promise<void> {
  if (answerId === undefined) return
  const mailFault = result.outcome === 'failed' ? result.reason.slice(0, FAULT_LETTERS) : ''
  await database().transaction(async (tx) => {
    const [answer] = await tx
      .update(messageRemarks)
      .set({ mail: result.outcome, mailFault })
      .where(eq(messageRemarks.id, answerId))
      .returning({ messageId: messageRemarks.messageId })
    if (!answer || result.outcome !== 'failed') return
    await tx
      .update(messages)
      .set({ state: 'new', settledAt: null, dueAt: sql`now()` })
      .where(and(eq(messages.id, answer.messageId), eq(messages.state, 'answered')))
  })
}

const FAULT_LETTERS = 300

/** Adds a note that only operators see. What others have done meanwhile does not matter: a note undoes nothing. */
export function noteOnMessage(handled: Omit<Handled, 'seen'>, note: string): Promise<ActOutcome> {
  return actOnMessage({ ...handled, seen: null }, 'noted', async (tx) => {
    await remark(tx, handled, 'note', note)
    return true
  })
}

export function closeMessage(handled: Handled): Promise<ActOutcome> {
  return actOnMessage(handled, 'closed', async (tx, message) => {
    if (message.state === 'closed') return false
    await setState(tx, message, 'closed')
    return true
  })
}

/** Makes a message new again, with a new due date. */
export function reopenMessage(handled: Handled): Promise<ActOutcome> {
  return actOnMessage(handled, 'reopened', async (tx, message) => {
    if (message.state === 'new') return false
    await setState(tx, message, 'new')
    return true
  })
}

/**
 * Does `work` and records an act in one transaction, unless another operator has acted since `seen`. If `work` returns
 * false, the outcome is `gone` and no act is recorded. A lock on the message makes other operators wait. With `seen`
 * null, earlier acts do not matter.
 */
async function actOnMessage(
  { operator, id, seen }: Omit<Handled, 'seen'> & { seen: number | null },
  act: keyof typeof INBOX_DONE,
  work: (tx: Transaction, message: MessageRow) => Promise<boolean>,
): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('update')
    if (!message) return { outcome: 'gone' }
    const on = { kind: 'message', id: String(id) } as const
    const other = seen === null ? null : await findActSince(tx, on, seen)
    if (other) return { outcome: 'decided', ...other }
    if (!(await work(tx, message))) return { outcome: 'gone' }
    await logAct(tx, { by: operator, act, on })
    return { outcome: 'done' }
  })
}

async function remark(
  tx: Transaction,
  { operator, id }: Omit<Handled, 'seen'>,
  kind: 'answer' | 'note',
  content: string,
): Promise<number> {
  const mail = kind === 'answer' ? 'queued' : null
  const [row] = await tx
    .insert(messageRemarks)
    .values({ messageId: id, kind, operatorName: operator.username, content, mail })
    .returning({ id: messageRemarks.id })
  return row!.id
}

async function setState(
  tx: Transaction,
  { id, kind, category }: MessageRow,
  state: MessageRow['state'],
): Promise<void> {
  const again = { state, settledAt: null, dueAt: sql`now() + make_interval(hours => ${hoursFor(kind, category)})` }
  await tx
    .update(messages)
    .set(state === 'new' ? again : { state, settledAt: sql`now()` })
    .where(eq(messages.id, id))
}
