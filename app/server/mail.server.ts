import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { inOneLine, rootOf } from '../db/database-fault.server.ts'
import { isDatabaseDown } from '../db/database-outage.server.ts'
import { config } from './config.server.ts'
import { addJob, type Job, type JobTry, type Queue, type Sql } from './jobs.server.ts'
import { log } from './log.server.ts'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Who gets what is replied to it, where that is not its sender. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** Beside those that every mail has. */
  headers: z.record(z.string(), z.string()).optional(),
  /** The remark on a message whose answer it carries (app/contact): operators hear what became of it. */
  answerId: z.number().optional(),
})
export type Mail = z.infer<typeof mailSchema>

/** What became of a mail: taken by the mail server, written to the outbox, or not to be sent, with the reason. */
export type MailOutcome = { outcome: 'sent' | 'filed' } | { outcome: 'failed'; reason: string }

/** Is told what became of a mail; the mail is sent again where it throws. */
type TellMail = (mail: Mail, outcome: MailOutcome) => Promise<void>

const mailToWriteSchema = z.object({ kind: z.enum(['confirm', 'reset', 'known-address']), to: z.string() })

/**
 * A mail that is written when it is sent: what it says, and whether it is sent at all, depends on who has the address, which
 * whoever asks for it must not learn (docs/product.md, Accounts).
 */
export type MailToWrite = z.infer<typeof mailToWriteSchema>

/** Writes such a mail; null where none is to be sent. `isFirstTry`: it was not written before, in vain. */
export type WriteMail = (mail: MailToWrite, isFirstTry: boolean) => Promise<Mail | null>

/**
 * Sends a mail: puts it into the queue in the database, within the transaction that is given, from where it goes out, also
 * after a crash. With SMTP_URL to the mail server; else it is written to DATA_DIR/outbox, and its recipient and subject to
 * the log (docs/product.md, Accounts). `isLater`: nobody waits for it, others go first.
 */
export async function sendMail(mail: Mail | MailToWrite, transaction?: Sql, { isLater = false } = {}): Promise<void> {
  await addJob(MAILS, mail, transaction, { isLater })
}

/** For about three days. */
export const MAILS: Queue<Mail | MailToWrite> = {
  name: 'mail',
  data: z.union([mailToWriteSchema, mailSchema]),
  retries: { limit: 80, firstAfterS: 15, atMostS: 3600 },
  expiresAfterS: 600,
}

/** Sends what is in the queue; `write` writes what is written only then, `tell` hears of what was sent or never will be. A mail server that is down delays mails and nothing else. */
export function sendingMails(write: WriteMail, tell: TellMail): Job<Mail | MailToWrite> {
  return {
    queue: MAILS,
    async work(asked, attempt) {
      const mail = 'kind' in asked ? await write(asked, attempt.isFirst) : asked
      if (mail) await tell(mail, await (config().smtp ? sendBySmtp : writeToOutbox)(mail, attempt))
    },
    async onFailure(asked, error, attempt) {
      // The mail server is not to blame, and that the database is down has its line already (readiness.server.ts).
      if (!isDatabaseDown(error)) tellFailure('kind' in asked ? asked.kind : asked.subject, error, attempt)
      if (attempt.isLast && !('kind' in asked)) await tell(asked, { outcome: 'failed', reason: reasonOf(error) })
    },
  }
}

/** One line when a mail fails first, one when it is given up, none for the tries between. */
function tellFailure(what: string, error: unknown, { hasFailed, isLast }: JobTry): void {
  if (hasFailed && !isLast) return
  const reason = reasonOf(error)
  if (isLast) log().error(`A mail (${what}) could not be sent for days, and is given up: ${reason}`)
  else log().warn(`A mail (${what}) could not be sent, and is tried again: ${reason}`)
}

/** What went wrong, without an address: mail servers like to repeat whom they would not take. */
function reasonOf(error: unknown): string {
  return inOneLine(rootOf(error).message).replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}

/** A mail's job carries all of its content, so the transport opens no file and no URL. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

async function sendBySmtp(mail: Mail, { id }: JobTry): Promise<MailOutcome> {
  const { smtp, mailFrom } = config()
  const { createTransport } = await import('nodemailer')
  try {
    // The same id at each try: who gets it twice sees it once.
    const messageId = `<${id}@${domainOf(mailFrom)}>`
    await createTransport({ url: smtp?.url, ...PATIENCE, ...CLOSED }).sendMail({ ...mail, from: mailFrom, messageId })
    return { outcome: 'sent' }
  } catch (error) {
    if (!isRefused(error)) throw error
    log().warn({ subject: mail.subject, answer: (error as SmtpError).responseCode }, 'A mail was refused for good')
    return { outcome: 'failed', reason: reasonOf(error) }
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/**
 * The server's last word on this mail, as for an address that is not there; all else is tried again, also what it has against
 * us (that we are to sign in, a sender that it does not take): an operator mends that, and the mails go out.
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

async function writeToOutbox(mail: Mail, { id, createdAt }: JobTry): Promise<MailOutcome> {
  const { dataDir, mailFrom } = config()
  const folder = path.join(dataDir, 'outbox')
  // Links in mails open accounts: nobody else on this machine reads them.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { createTransport } = await import('nodemailer')
  const { text, html, ...head } = mail
  const { message } = await createTransport({ streamTransport: true, buffer: true, ...CLOSED }).sendMail({
    ...head,
    from: mailFrom,
    alternatives: [{ raw: readablePart('plain', text) }, { raw: readablePart('html', html) }],
  })
  // The same name at each try: it is there once.
  const name = `${createdAt.toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}.eml`
  const file = path.join(folder, name)
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
  log().info({ to: mail.to, subject: mail.subject, file: name }, 'Wrote a mail to the outbox')
  return { outcome: 'filed' }
}
