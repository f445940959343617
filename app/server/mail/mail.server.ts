import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { inOneLine, rootOf } from '../../db/database-fault.server.ts'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { config } from '../process/config.server.ts'
import { addJob, type Job, type JobAttempt, type Queue, type Sql } from '../jobs/jobs.server.ts'
import { log } from '../process/log.server.ts'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Recipient of replies, if not the sender. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** In addition to those of every mail. */
  headers: z.record(z.string(), z.string()).optional(),
  /** The remark on a message whose answer this mail carries (app/contact). Operators see its outcome there. */
  answerId: z.number().optional(),
})
export type Mail = z.infer<typeof mailSchema>

/** What happened to a mail: the mail server accepted it, it was written to the outbox, or it failed for good. */
export type MailOutcome = { outcome: 'sent' | 'filed' } | { outcome: 'failed'; reason: string }

/** Records a mail's outcome. If it throws, the mail is sent again. */
type RecordMail = (mail: Mail, outcome: MailOutcome) => Promise<void>

const mailToWriteSchema = z.object({ kind: z.enum(['confirm', 'reset', 'known-address']), to: z.string() })

/**
 * A mail that is written when it is sent. Its content, and whether it is sent at all, depend on whose address it is,
 * which the person who requests it must not learn (docs/product.md#signing-up-and-in).
 */
export type MailToWrite = z.infer<typeof mailToWriteSchema>

/** Writes such a mail; null if none is to be sent. `isFirstTry`: there was no earlier try. */
export type WriteMail = (mail: MailToWrite, isFirstTry: boolean) => Promise<Mail | null>

/**
 * Sends a mail by adding it to the queue in the database, in the transaction if given, so that it goes out even after a
 * crash. With SMTP_URL it goes to the mail server, otherwise to DATA_DIR/outbox, with a log line of its recipient and
 * subject. `isLowPriority`: nobody waits for it, so others go first.
 */
export async function sendMail(
  mail: Mail | MailToWrite,
  transaction?: Sql,
  { isLowPriority = false } = {},
): Promise<void> {
  await addJob(MAILS, mail, transaction, { isLowPriority })
}

/** Retries for about three days. */
export const MAILS: Queue<Mail | MailToWrite> = {
  name: 'mail',
  data: z.union([mailToWriteSchema, mailSchema]),
  retries: { limit: 80, firstAfterS: 15, atMostS: 3600 },
  expiresAfterS: 600,
}

/**
 * The job that sends queued mails: `write` writes those that are written when sent, `record` stores outcomes. A mail
 * server that is down delays only mails.
 */
export function sendingMails(write: WriteMail, record: RecordMail): Job<Mail | MailToWrite> {
  return {
    queue: MAILS,
    async work(queued, attempt) {
      const mail = 'kind' in queued ? await write(queued, attempt.isFirst) : queued
      if (mail) await record(mail, await (config().smtp ? sendBySmtp : writeToOutbox)(mail, attempt))
    },
    async onFailure(queued, error, attempt) {
      // The mail server is not to blame, and a database outage is already logged (readiness.server.ts).
      if (!isDatabaseDown(error)) logFailure('kind' in queued ? queued.kind : queued.subject, error, attempt)
      if (attempt.isLast && !('kind' in queued)) await record(queued, { outcome: 'failed', reason: reasonOf(error) })
    },
  }
}

/** Logs the first failure of a mail and the last, not the tries between. */
function logFailure(what: string, error: unknown, { hasFailed, isLast }: JobAttempt): void {
  if (hasFailed && !isLast) return
  const reason = reasonOf(error)
  if (isLast) log().error(`A mail (${what}) could not be sent for days, and is given up: ${reason}`)
  else log().warn(`A mail (${what}) could not be sent, and is tried again: ${reason}`)
}

/** The reason for a failure, without addresses: mail servers often repeat the recipient that they reject. */
function reasonOf(error: unknown): string {
  return inOneLine(rootOf(error).message).replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}

/** A mail's job carries all of its content, so the transport opens no file and no URL. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }
const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

async function sendBySmtp(mail: Mail, { id }: JobAttempt): Promise<MailOutcome> {
  const { smtp, mailFrom } = config()
  const { createTransport } = await import('nodemailer')
  try {
    // The same id at each try, so that a duplicate is shown once.
    const messageId = `<${id}@${domainOf(mailFrom)}>`
    await createTransport({ url: smtp?.url, ...TIMEOUT, ...CLOSED }).sendMail({ ...mail, from: mailFrom, messageId })
    return { outcome: 'sent' }
  } catch (error) {
    if (!isRefused(error)) throw error
    log().warn({ subject: mail.subject, answer: (error as SmtpError).responseCode }, 'A mail was refused for good')
    return { outcome: 'failed', reason: reasonOf(error) }
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/**
 * Whether the server rejects this mail for good, e.g. an unknown address. All else is retried, including what it
 * rejects about us (missing sign-in, sender): once an operator fixes that, the mails go out.
 */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0, command } = error as SmtpError
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && command !== 'MAIL FROM'
}

function domainOf(address: string): string {
  return /@([^<>@\s]+)>?$/.exec(address)?.[1] ?? 'localhost'
}

/** Unencoded, so that a person can copy links: quoted-printable would write `token=3D…` and break long ones. */
function readablePart(kind: 'plain' | 'html', content: string): string {
  const head = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return head + content.replace(/\r?\n/g, '\r\n')
}

async function writeToOutbox(mail: Mail, { id, createdAt }: JobAttempt): Promise<MailOutcome> {
  const { dataDir, mailFrom } = config()
  const folder = path.join(dataDir, 'outbox')
  // Links in mails open accounts, so no other user of this machine may read them.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { createTransport } = await import('nodemailer')
  const { text, html, ...head } = mail
  const { message } = await createTransport({ streamTransport: true, buffer: true, ...CLOSED }).sendMail({
    ...head,
    from: mailFrom,
    alternatives: [{ raw: readablePart('plain', text) }, { raw: readablePart('html', html) }],
  })
  // The same name at each try, so that there is one file.
  const name = `${createdAt.toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}.eml`
  const file = path.join(folder, name)
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
  log().info({ to: mail.to, subject: mail.subject, file: name }, 'Wrote a mail to the outbox')
  return { outcome: 'filed' }
}
