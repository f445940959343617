import { href } from 'react-router'
import { prepared } from '../../db/query.server.ts'
import { type AttemptName, countAttemptOf } from '../../server/http/count-attempts.server.ts'
import type { Mail, MailToWrite } from '../../server/mail/mail.server.ts'
import { createMailToken } from '../sign-in/mail-tokens.server.ts'
import { confirmMail } from '../mails/confirm-mail.server.ts'
import { knownAddressMail } from '../mails/known-address-mail.server.ts'
import { resetMail } from '../mails/reset-mail.server.ts'

/** Limits per recipient for e-mails that a stranger can request. */
const LIMITS: Partial<Record<MailToWrite['kind'], AttemptName>> = {
  reset: 'reset-mail-of-player',
  'known-address': 'known-address-mail',
}

/**
 * Writes a requested account e-mail just before it is sent. `confirm` links to the confirmation of a new account's
 * address, `reset` to a form for a new password, and `known-address` informs the owner that somebody tried to sign up
 * with the address. Returns null if there is no recipient or the limit is reached; the requester never learns which.
 */
export async function writeAccountMail({ kind, to }: MailToWrite, isFirstTry: boolean): Promise<Mail | null> {
  const [player] = await prepared<Recipient>('mail-recipient', RECIPIENT, [to])
  if (!player || (kind === 'confirm' && player.isConfirmed)) return null
  const limit = LIMITS[kind]
  // Counts each e-mail once, but not each retry of its job.
  if (limit && isFirstTry && (await countAttemptOf(limit, player.id))) return null
  const { id } = player
  // A stranger may have chosen this name, so e-mails to an unconfirmed address omit it.
  const account = player.isConfirmed ? `the account ${player.username}` : 'an account'
  if (kind === 'confirm') {
    return confirmMail(to, { path: `${href('/verify-email')}?token=${await createMailToken('confirm', id)}` })
  }
  const path = `${href('/reset-password')}?token=${await createMailToken('reset', id)}`
  return (kind === 'reset' ? resetMail : knownAddressMail)(to, { account, path })
}

type Recipient = { id: string; username: string; isConfirmed: boolean }

const RECIPIENT = `select id, username, email_verified as "isConfirmed" from players where email = $1`
