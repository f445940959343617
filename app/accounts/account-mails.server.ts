import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '../server/config.server.ts'
import { log } from '../server/log.server.ts'
import { type Mail, sendMail } from '../server/mail.server.ts'
import { remember } from '../lib/remember.ts'
import { onShutdown } from '../server/http-shutdown.server.ts'
import { createMailToken } from './mail-tokens.server.ts'
import { confirmMail } from './mails/confirm-mail.ts'
import { knownAddressMail } from './mails/known-address-mail.ts'
import { passwordChangedMail } from './mails/password-changed-mail.ts'
import { resetMail } from './mails/reset-mail.ts'

export type Recipient = { id: string; username: string; email: string }

/** The link with which a new player confirms the address. */
export async function mailConfirmation({ id, username, email }: Recipient): Promise<void> {
  const url = linkTo('/verify-email', await createMailToken('confirm', id))
  await sendMail({ to: email, ...confirmMail(site(), { username, url }) })
}

/** The link with which somebody chooses a new password. */
export async function mailReset({ id, username, email }: Recipient): Promise<void> {
  const url = linkTo('/reset-password', await createMailToken('reset', id))
  await sendMail({ to: email, ...resetMail(site(), { username, url }) })
}

/** Tells the owner of an address that somebody tried to sign up with it, and how to get in if that was the owner. */
export async function mailKnownAddress({ id, username, email }: Recipient): Promise<void> {
  const url = linkTo('/reset-password', await createMailToken('reset', id))
  await sendMail({ to: email, ...knownAddressMail(site(), { username, url }) })
}

/** The mail that says that a password was changed; to be sent in the transaction of the change. */
export function passwordChanged({ username, email }: Omit<Recipient, 'id'>): Mail {
  const url = new URL('/forgot-password', config().siteUrl).href
  return { to: email, ...passwordChangedMail(site(), { username, url }) }
}

/** By then the answer has left, and shares its processor with nothing that depends on who was found. */
const AFTER_MS = 250

const running = remember('account-mails', () => new Set<Promise<void>>())

/**
 * Sends a mail after the answer: how long an answer takes must not tell whether there is somebody to write to. What fails
 * is logged. A clean stop waits for it.
 */
export function mailLater(work: () => Promise<void>): void {
  const done = sleep(AFTER_MS)
    .then(work)
    .catch((error: unknown) => log().error({ err: error }, 'A mail could not be sent'))
    .finally(() => running.delete(done))
  running.add(done)
  onShutdown('account mails', mailsSent)
}

/** Resolves once every mail that `mailLater` was given is on its way. */
export async function mailsSent(): Promise<void> {
  await Promise.all(running)
}

function site(): { name: string; url: string } {
  const { siteName, siteUrl } = config()
  return { name: siteName, url: siteUrl }
}

function linkTo(path: string, token: string): string {
  return new URL(`${path}?token=${token}`, config().siteUrl).href
}
