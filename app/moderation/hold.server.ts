import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { comparable, hasWord } from '../db/blocklist.server.ts'

/** Why a post or comment is pending review: a newcomer's first link or picture, or a blocked word. */
export type HoldReason = 'first' | 'word'

/** Accounts younger than this, in hours, belong to newcomers. */
const NEW_HOURS = 24

/**
 * Returns why a text needs review before it is public (docs/product.md#pending-posts-and-comments), or null. It needs
 * review if it contains a blocked word, or a newcomer's link or picture while none of their public posts has one.
 * Operators' texts never do. Call it in the transaction that writes the text.
 */
export async function reasonToHold(
  tx: Transaction,
  written: { playerId: string; text: string; hasLink: boolean; hasPicture: boolean },
): Promise<HoldReason | null> {
  const values = [written.playerId, comparable(written.text)]
  const [found] = await (written.hasLink || written.hasPicture
    ? preparedIn<Found>(tx, 'reasons-to-hold', REASONS, values)
    : preparedIn<Found>(tx, 'words-to-hold', WORDS, values))
  if (!found) return null
  if (found.hasWord) return 'word'
  return found.isFirst ? 'first' : null
}

type Found = { isFirst: boolean; hasWord: boolean }

const reasons = (isFirst: string) => `
  select ${isFirst} as "isFirst", ${hasWord('$2')} as "hasWord"
  from players p where p.id = $1::uuid and p.role = 'player'`

const WORDS = reasons('false')
const REASONS = reasons(`
  p.created_at > now() - interval '${NEW_HOURS} hours' and not exists (
    select from posts
      where player_id = p.id and state = 'shown' and (redirect_url is not null or media_url is not null))`)
