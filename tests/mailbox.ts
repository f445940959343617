import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; raw: string; subject: string; link: string | null }

/** A mail server that keeps what it gets. It can go away and come back on its port, and refuse an address for good. */
export async function startMailbox({ onMail }: { onMail?: (mail: ReceivedMail) => void } = {}) {
  const mails: ReceivedMail[] = []
  const refused = new Set<string>()
  let waiting: { to: string; take: (mail: ReceivedMail) => void }[] = []

  function open(at: number): Promise<SMTPServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          keep(session.envelope.rcptTo[0]?.address ?? '', Buffer.concat(chunks).toString())
          await box.beforeAnswer?.()
          done()
        })
      },
    })
    // A client that breaks off is its own trouble.
    server.on('error', () => {})
    return new Promise((resolve) => server.listen(at, '127.0.0.1', () => resolve(server)))
  }

  function keep(to: string, raw: string): void {
    const mail = readMail(to, raw)
    mails.push(mail)
    onMail?.(mail)
    const met = waiting.filter((one) => one.to === to)
    waiting = waiting.filter((one) => one.to !== to)
    for (const { take } of met) take(mail)
  }

  let server: SMTPServer | null = await open(0)
  const bound = (server.server.address() as AddressInfo).port
  const close = async () => {
    const open = server
    server = null
    if (open) await new Promise<void>((resolve) => open.close(() => resolve()))
  }
  const box = {
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    refused,
    /** Runs after a mail was taken, before its sender is told. */
    beforeAnswer: null as (() => Promise<unknown>) | null,
    /** The next mail to an address that has not come yet. */
    next: (to: string) => new Promise<ReceivedMail>((take) => waiting.push({ to, take })),
    goDown: close,
    async comeBack() {
      server = await open(bound)
    },
    close,
  }
  return box
}

/** What a mail says: its subject, and the link of its text part that has a token. */
export function readMail(to: string, raw: string): ReceivedMail {
  const subject = decodeWords(/^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? '')
  const plain = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return { to, raw, subject, link: /https?:\/\/[^\s"<>]+\?token=[\w-]+/.exec(plain)?.[0] ?? null }
}

function decodeWords(subject: string): string {
  return subject
    .replace(/\r?\n[ \t]/g, ' ')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
}
