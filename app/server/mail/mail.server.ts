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
  /** The recipient of replies, if it is not the sender. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** Headers in addition to the standard ones of every email. */
  headers: z.record(z.string(), z.string()).optional(),
  /**
   * The id of the reply to a message that this email contains (app/contact). The inbox shows operators whether it was
   * sent.
   */
  answerId: z.number().optional(),
})
export type Mail = z.infer<typeof mailSchema>

/**
 * The outcome of an email: `sent` if the mail server accepted it, `filed` if it was written to the outbox, `failed` if
 * no further try follows.
 */
export type MailOutcome = { outcome: 'sent' | 'filed' } | { outcome: 'failed'; reason: string }

/** Records the outcome of an email. If it throws, the email is sent again. */
type RecordMail = (mail: Mail, outcome: MailOutcome) => Promise<void>

const mailToWriteSchema = z.object({ kind: z.enum(['confirm', 'reset', 'known-address']), to: z.string() })

/**
 * An email whose content is generated when it is sent. The address determines the content, and whether an email is sent
 * at all. The person who requests it must not find out either (docs/product.md#signing-up-and-in).
 */
export type MailToWrite = z.infer<typeof mailToWriteSchema>

/** Generates such an email. Returns null if no email must be sent. `isFirstTry` is true for the first attempt. */
export type WriteMail = (mail: MailToWrite, isFirstTry: boolean) => Promise<Mail | null>

/**
 * Sends an email by adding it to the queue in the database, so that a crash does not lose it. Uses the given
 * transaction, if any. With SMTP_URL, the email goes to the mail server. Otherwise it is written to DATA_DIR/outbox,
 * and its recipient and subject are logged. With `isLowPriority`, other emails are sent first.
 */
export async function sendMail(
  mail: Mail | MailToWrite,
  transaction?: Sql,
  { isLowPriority = false } = {},
): Promise<void> {
  await addJob(MAILS, mail, transaction, { isLowPriority })
}

/** The queue of emails, with retries for about three days. */
export const MAILS: Queue<Mail | MailToWrite> = {
  name: 'mail',
  data: z.union([mailToWriteSchema, mailSchema]),
  retries: { limit: 80, firstAfterS: 15, atMostS: 3600 },
  expiresAfterS: 1800,
}

/**
 * Returns the job that sends queued emails. `write` generates the emails of the type MailToWrite, and `record` stores
 * outcomes. The emails have a separate queue, so that a mail server outage delays nothing else.
 */
export function sendingMails(write: WriteMail, record: RecordMail): Job<Mail | MailToWrite> {
  return {
    queue: MAILS,
    async work(queued, attempt) {
      const mail = 'kind' in queued ? await write(queued, attempt.isFirst) : queued
      if (mail) await record(mail, await (config().smtp ? sendBySmtp : writeToOutbox)(mail, attempt))
    },
    async onFailure(queued, error, attempt) {
      // Do not log a database outage, which readiness.server.ts already logs, as a failure to send.
      if (!isDatabaseDown(error)) logFailure('kind' in queued ? queued.kind : queued.subject, error, attempt)
      if (attempt.isLast && !('kind' in queued)) await record(queued, { outcome: 'failed', reason: reasonOf(error) })
    },
  }
}

/** Logs only the first and the last failure of an email. */
function logFailure(what: string, error: unknown, { hasFailed, isLast }: JobAttempt): void {
  if (hasFailed && !isLast) return
  const reason = reasonOf(error)
  if (isLast) log().error(`A mail (${what}) could not be sent for days, and is given up: ${reason}`)
  else log().warn(`A mail (${what}) could not be sent, and is tried again: ${reason}`)
}

/** Returns the reason for a failure, without addresses: mail servers often repeat the recipient that they reject. */
function reasonOf(error: unknown): string {
  return inOneLine(rootOf(error).message).replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}

/** The transport must not open files or URLs, since the job contains the complete email. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }
/**
 * The last is the time limit of each response. Servers that filter mail take minutes to accept one (RFC 5321 section
 * 4.5.3.2). If the portal did not wait, it would send the mail again although it was delivered.
 */
const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 300_000 }

async function sendBySmtp(mail: Mail, { id }: JobAttempt): Promise<MailOutcome> {
  const { smtp, mailFrom } = config()
  const { createTransport } = await import('nodemailer')
  try {
    // Use the same id for each attempt, so that email programs show duplicates once.
    const messageId = `<${id}@${domainOf(mailFrom)}>`
    await createTransport({ url: smtp?.url, ...TIMEOUT, ...CLOSED }).sendMail({ ...mail, from: mailFrom, messageId })
    return { outcome: 'sent' }
  } catch (error) {
    if (!isRefused(error)) throw error
    log().warn({ subject: mail.subject, answer: (error as SmtpError).responseCode }, 'A mail was refused for good')
    return { outcome: 'failed', reason: reasonOf(error) }
  }
}

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/**
 * Whether the server permanently rejects this email, for example because the address is unknown. All other errors are
 * retried, including rejections of the portal's credentials, address or sender: an operator can correct those, and then
 * the emails are sent. Postfix reports them only at RCPT TO, so the enhanced status code decides if there is one
 * (RFC 3463: 1 is about an address, 1.7 and 1.8 about the sender's, 2 about the mailbox, 6 about the content).
 */
function isRefused(error: unknown): boolean {
  const { code, response = '', responseCode = 0, command } = error as SmtpError
  const [, detail] = /^5\d\d[ -]5\.(\d+\.\d+)/.exec(response) ?? []
  if (detail && !/^(1\.(?![78]$)|2\.|6\.)/.test(detail)) return false
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && command !== 'MAIL FROM'
}

function domainOf(address: string): string {
  return /@([^<>@\s]+)>?$/.exec(address)?.[1] ?? 'localhost'
}

/**
 * Returns a MIME part without an encoding, so that a person can copy links. Quoted-printable would write `token=3D…`
 * and break long links.
 */
function readablePart(kind: 'plain' | 'html', content: string): string {
  const head = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return head + content.replace(/\r?\n/g, '\r\n')
}

async function writeToOutbox(mail: Mail, { id, createdAt }: JobAttempt): Promise<MailOutcome> {
  const { dataDir, mailFrom } = config()
  const folder = path.join(dataDir, 'outbox')
  // Links in emails grant access to accounts, so other users of this machine must not be able to read them.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { createTransport } = await import('nodemailer')
  const { text, html, ...head } = mail
  const { message } = await createTransport({ streamTransport: true, buffer: true, ...CLOSED }).sendMail({
    ...head,
    from: mailFrom,
    alternatives: [{ raw: readablePart('plain', text) }, { raw: readablePart('html', html) }],
  })
  // Use the same name for each attempt, so that there is only one file.
  const name = `${createdAt.toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}.eml`
  const file = path.join(folder, name)
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
  log().info({ to: mail.to, subject: mail.subject, file: name }, 'Wrote a mail to the outbox')
  return { outcome: 'filed' }
}
