import { preparedOnPrimary } from '../db/query.server.ts'
import { config } from '../server/config.server.ts'
import { type AttemptName, countAttemptOf } from '../server/count-attempts.server.ts'
import type { Mail, MailToWrite } from '../server/mail.server.ts'
import { createMailToken } from './mail-tokens.server.ts'
import { confirmMail } from './mails/confirm-mail.ts'
import { knownAddressMail } from './mails/known-address-mail.ts'
import { passwordChangedMail } from './mails/password-changed-mail.ts'
import { resetMail } from './mails/reset-mail.ts'

/** How often one player is written to, where a stranger can ask for it. */
const LIMITS: Partial<Record<MailToWrite['kind'], AttemptName>> = {
  reset: 'reset-mail-of-player',
  'known-address': 'known-address-mail',
}

/**
 * Writes a mail that was asked for, just before it is sent: `confirm` has the link with which a new player confirms the
 * address, `reset` one to choose a new password, and `known-address` tells the owner that somebody tried to sign up with it.
 * Null where there is nobody to write to, or not now: whoever asked is not told.
 */
export async function writeAccountMail({ kind, to }: MailToWrite, isFirstTry: boolean): Promise<Mail | null> {
  const [player] = await preparedOnPrimary<Recipient>('mail-recipient', RECIPIENT, [to])
  if (!player || (kind === 'confirm' && player.isConfirmed)) return null
  const limit = LIMITS[kind]
  // Counted once, however often the mail server has to be tried.
  if (limit && isFirstTry && (await countAttemptOf(limit, player.id))) return null
  const { username } = player
  if (kind === 'confirm') {
    const url = linkTo('/verify-email', await createMailToken('confirm', player.id))
    return { to, ...confirmMail(site(), { username, url }) }
  }
  const url = linkTo('/reset-password', await createMailToken('reset', player.id))
  return { to, ...(kind === 'reset' ? resetMail : knownAddressMail)(site(), { username, url }) }
}

/** The mail that says that a password was changed; to be sent in the transaction of the change. */
export function passwordChanged({ username, email }: { username: string; email: string }): Mail {
  const url = new URL('/forgot-password', config().siteUrl).href
  return { to: email, ...passwordChangedMail(site(), { username, url }) }
}

type Recipient = { id: string; username: string; isConfirmed: boolean }

const RECIPIENT = `select id, username, email_verified as "isConfirmed" from players where email = $1`

function site(): { name: string; url: string } {
  const { siteName, siteUrl } = config()
  return { name: siteName, url: siteUrl }
}

function linkTo(path: string, token: string): string {
  return new URL(`${path}?token=${token}`, config().siteUrl).href
}
