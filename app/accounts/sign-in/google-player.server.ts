import { prepared } from '../../db/query.server.ts'
import { mayFit, plainLine } from '../../lib/plain-text.ts'
import { isNameRefused } from '../refused-names.server.ts'
import { findFreeUsername } from '../usernames.server.ts'
import type { Credential } from './begin-session.server.ts'
import type { GooglePerson } from './google-issuer.server.ts'

const NAME_MAX = 60

/** `email` is the player's address, which can differ from the current address of the Google account. */
type GoogleCredential = Credential & { email: string }

/**
 * Returns the credential of a Google account. If no player is linked to it yet, links the player who has confirmed the
 * same address, or creates a player. Returns 'google-unconfirmed' instead of linking to an unconfirmed address
 * (docs/decisions/014-verified-addresses.md), and 'google' if creating the player failed.
 */
export async function credentialOf(person: GooglePerson): Promise<GoogleCredential | 'google' | 'google-unconfirmed'> {
  const { sub, email } = person
  const linked = await findLinked(person)
  if (linked) return linked
  const [known] = await prepared<{ isConfirmed: boolean }>('google-address', KNOWN, [email])
  if (known && !known.isConfirmed) return 'google-unconfirmed'
  if (known) await prepared('google-link', LINK, [sub, email])
  else await createPlayer(person)
  // A concurrent request may have linked or created the player already. If the new username was taken concurrently,
  // no player was created, and none is found.
  return (await findLinked(person)) ?? 'google'
}

async function findLinked({ sub, email }: GooglePerson): Promise<GoogleCredential | null> {
  const [found] = await prepared<GoogleCredential & { isConfirmed: boolean }>('google-linked', LINKED, [sub])
  if (found && !found.isConfirmed && found.email === email)
    await prepared('google-confirm', 'update players set email_verified = true, updated_at = now() where id = $1', [
      found.playerId,
    ])
  return found ?? null
}

/** Creates a linked player. Ignores Google's picture, since pages must not load anything from third parties. */
async function createPlayer({ sub, email, name }: GooglePerson): Promise<void> {
  const line = typeof name === 'string' && mayFit(name, NAME_MAX) ? plainLine(name) : ''
  const shown = Array.from(line).slice(0, NAME_MAX).join('').trim()
  const fullName = (await isNameRefused(shown)) ? '' : shown
  const username = await findFreeUsername(fullName || email)
  await prepared('google-create', CREATE, [sub, email, username, fullName])
}

const LINKED = `
  select c.id, c.player_id as "playerId", c.password, p.email, p.email_verified as "isConfirmed"
  from credentials c join players p on p.id = c.player_id
  where c.provider_id = 'google' and c.account_id = $1`

const KNOWN = `select email_verified as "isConfirmed" from players where email = $1`

const LINK = `
  insert into credentials (player_id, provider_id, account_id)
  select id, 'google', $1 from players where email = $2 and email_verified
  on conflict do nothing`

const CREATE = `
  with player as (
    insert into players (email, email_verified, username, full_name) values ($2, true, $3, $4)
    on conflict do nothing returning id
  )
  insert into credentials (player_id, provider_id, account_id) select id, 'google', $1 from player`
