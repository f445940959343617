import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { lockName, preparedIn } from '../db/query.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { messages } from '../db/schema/messages.server.ts'
import { config } from '../server/process/config.server.ts'
import { countAttempt, countAttemptOf } from '../server/http/count-attempts.server.ts'
import { sqlOf } from '../server/jobs/jobs.server.ts'
import { log } from '../server/process/log.server.ts'
import { sendMail } from '../server/mail/mail.server.ts'
import { findPlayer } from '../server/sessions/session.server.ts'
import { messageMail } from './mails/message-mail.server.ts'
import { hoursFor, type MessageKind } from './message-rules.ts'

/** The values of a form, as its rules return them. Feedback has no subject, and a contact message has no rating. */
export type NewMessage = {
  kind: MessageKind
  category: string
  name: string
  email: string
  subject: string
  content: string
  rating: number | null
}

/**
 * Stores a message to the operators (docs/product.md#forms-to-the-operators) and emails it to CONTACT_EMAIL. If that is
 * not set but a mail server is, emails it to all operators with a confirmed address. Drops a message with a filled
 * `honeypot`, but returns the same result. Returns 0, or the seconds until the client or player may send another
 * message.
 */
export async function receiveMessage(request: Request, message: NewMessage, honeypot: string): Promise<number> {
  if (honeypot) {
    log().info({ kind: message.kind }, 'Dropped a message from a robot')
    return 0
  }
  const player = await findPlayer(request)
  const wait = await countAttempt('message', request)
  if (wait) return wait
  const waitOfPlayer = player ? await countAttemptOf('message', player.id) : 0
  if (!waitOfPlayer) await storeMessage(player?.id ?? null, message)
  return waitOfPlayer
}

/**
 * Minutes in which the same message is stored only once: a sender who did not receive the response may send it again.
 */
const SAME_MINUTES = 10

async function storeMessage(playerId: string | null, message: NewMessage): Promise<void> {
  await database().transaction(async (tx) => {
    await lockName(tx, MESSAGES, message.content)
    const values = { ...message, playerId: await unlessDeleted(tx, playerId) }
    if (await isKnown(tx, values)) return
    const dueAt = sql`now() + make_interval(hours => ${hoursFor(message.kind, message.category)})`
    const [row] = await tx
      .insert(messages)
      .values({ ...values, dueAt })
      .returning()
    if (!row) return
    for (const address of await findRecipients(tx)) await sendMail(messageMail(address, row), sqlOf(tx))
  })
}

/**
 * Returns CONTACT_EMAIL, or the confirmed addresses of all operators if it is not set, since an unconfirmed one may
 * belong to somebody else. Without a mail server, operators get no email, since the message is in their inbox.
 */
async function findRecipients(tx: Transaction): Promise<string[]> {
  const { contactEmail, smtp } = config()
  if (contactEmail) return [contactEmail]
  if (!smtp) return []
  const operators = await preparedIn<{ email: string }>(tx, 'operators-to-mail', OPERATORS)
  if (!operators.length)
    log().warn('A message in the inbox was emailed to nobody: no operator has a confirmed address. Set CONTACT_EMAIL')
  return operators.map(({ email }) => email)
}

const OPERATORS = `select email from players where role = 'operator' and email_verified`

/** Class of the advisory locks on messages to the operators. */
const MESSAGES = 5

/**
 * Returns the player's id, or null if they have just deleted their account. Their message is then stored like a
 * visitor's.
 */
async function unlessDeleted(tx: Transaction, playerId: string | null): Promise<string | null> {
  if (!playerId) return null
  const [player] = await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('key share')
  return player?.id ?? null
}

async function isKnown(tx: Transaction, values: NewMessage & { playerId: string | null }): Promise<boolean> {
  const { kind, category, name, email, subject, content, playerId } = values
  const since = sql`now() - make_interval(mins => ${SAME_MINUTES})`
  const isSame = and(
    eq(messages.state, 'new'),
    gt(messages.createdAt, since),
    // No message is due before it arrives, so the index of due times also limits the search.
    gt(messages.dueAt, since),
    eq(messages.kind, kind),
    eq(messages.category, category),
    eq(messages.name, name),
    eq(messages.email, email),
    eq(messages.subject, subject),
    eq(messages.content, content),
    playerId ? eq(messages.playerId, playerId) : isNull(messages.playerId),
  )
  return (await tx.select({ id: messages.id }).from(messages).where(isSame).limit(1)).length > 0
}
