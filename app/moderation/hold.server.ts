import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { comparable, HAS_LINK, hasWord } from '../db/blocklist.server.ts'

/** The reason for a review: `first` for a newcomer's first link or picture, `word` for a blocked word. */
export type HoldReason = 'first' | 'word'

/** The age in hours below which an account belongs to a newcomer. */
const NEW_HOURS = 24

/**
 * Returns the reason why a text needs review before it becomes public (docs/product.md#pending-posts-and-comments), or
 * null. Review is needed for a blocked word, and for a newcomer's link or picture while none of their public posts and
 * comments has a link or picture. Operators' texts are never reviewed. Call it in the transaction that writes the text.
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
    select from posts where player_id = p.id and state = 'shown' and (redirect_url is not null or media_url is not null
      or concat_ws(' ', title, content, array_to_string(tags, ' ')) ${HAS_LINK}))
  and not exists (select from comments where player_id = p.id and state = 'shown' and content ${HAS_LINK})`)
