import { findOwner } from '../moderation/decided.server.ts'
import type { Owner } from '../moderation/things.server.ts'
import { noSuchThing } from './answer-decision.server.ts'

/** An account by its username; throws a 404 where nobody has it. */
export async function loadAccount(username: string): Promise<Owner & { id: string }> {
  const owner = /^[\w.-]{1,30}$/.test(username) ? await findOwner(username) : null
  if (!owner) throw noSuchThing()
  return owner
}
