import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { config } from './config.server.ts'
import { onShutdown } from './http-shutdown.server.ts'
import { addJob, type Sql, workOn } from './jobs.server.ts'
import { log } from './log.server.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

/**
 * Sends a mail. With SMTP_URL it is put into the queue in the database, within the transaction that is given, and goes out
 * from there; resolves once it is sure to be sent. Else it is written to DATA_DIR/outbox, and its recipient and subject to
 * the log (decisions.md, Accounts).
 */
export async function sendMail(mail: Mail, transaction?: Sql): Promise<void> {
  if (config().smtp) await addJob('mail', mail, transaction)
  else await writeToOutbox(mail)
}

const AGAIN_MS = 10_000

/** Begins to send what is in the queue, as soon as there is a database to ask. */
export function startSendingMails(): void {
  sendQueuedMails().catch((error: unknown) => {
    log().error({ err: error }, 'The queue of mails did not start')
    setTimeout(startSendingMails, AGAIN_MS).unref()
  })
}

/** Sends what is in the queue, from now on until the portal stops. A mail server that is down delays mails and nothing else. */
export async function sendQueuedMails(): Promise<void> {
  const { smtp, mailFrom } = config()
  if (!smtp) return
  const { createTransport } = await import('nodemailer')
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = createTransport({ url: smtp.url, ...patience })
  onShutdown('smtp', () => transport.close())
  await workOn('mail', async (mail, id) => {
    try {
      // The same id at each try: who gets it twice sees it once.
      await transport.sendMail({ ...mail, from: mailFrom, messageId: `<${id}@${domainOf(mailFrom)}>` })
    } catch (error) {
      if (!isRefused(error)) throw error
      log().warn({ subject: mail.subject, answer: (error as SmtpError).responseCode }, 'A mail was refused for good')
    }
  })
}

type SmtpError = Error & { code?: string; responseCode?: number }

/** The server's last word on this mail, as for an address that is not there; all else is tried again. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

function domainOf(address: string): string {
  return /@([^<>@\s]+)>?$/.exec(address)?.[1] ?? 'localhost'
}

async function writeToOutbox(mail: Mail): Promise<void> {
  const { dataDir, mailFrom } = config()
  const folder = path.join(dataDir, 'outbox')
  // Links in mails open accounts: nobody else on this machine reads them.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { createTransport } = await import('nodemailer')
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    ...mail,
    from: mailFrom,
  })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
  const file = path.join(folder, name)
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
  log().info({ to: mail.to, subject: mail.subject, file: name }, 'Wrote a mail to the outbox')
}
