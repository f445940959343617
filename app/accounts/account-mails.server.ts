import { href } from 'react-router'
import { prepared } from '../db/query.server.ts'
import { type AttemptName, countAttemptOf } from '../server/count-attempts.server.ts'
import type { Mail, MailToWrite } from '../server/mail.server.ts'
import { createMailToken } from './mail-tokens.server.ts'
import { confirmMail } from './mails/confirm-mail.server.ts'
import { knownAddressMail } from './mails/known-address-mail.server.ts'
import { resetMail } from './mails/reset-mail.server.ts'

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
  const [player] = await prepared<Recipient>('mail-recipient', RECIPIENT, [to])
  if (!player || (kind === 'confirm' && player.isConfirmed)) return null
  const limit = LIMITS[kind]
  // Counted once, however often the mail server has to be tried.
  if (limit && isFirstTry && (await countAttemptOf(limit, player.id))) return null
  const { id } = player
  // A stranger may have chosen this name, so mail to an unconfirmed address leaves it out.
  const account = player.isConfirmed ? `the account ${player.username}` : 'an account'
  if (kind === 'confirm') {
    return confirmMail(to, { path: `${href('/verify-email')}?token=${await createMailToken('confirm', id)}` })
  }
  const path = `${href('/reset-password')}?token=${await createMailToken('reset', id)}`
  return (kind === 'reset' ? resetMail : knownAddressMail)(to, { account, path })
}

type Recipient = { id: string; username: string; isConfirmed: boolean }

const RECIPIENT = `select id, username, email_verified as "isConfirmed" from players where email = $1`
