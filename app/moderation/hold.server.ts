import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { LOOKALIKES, LOOKALIKES_LATIN, withLatinLookalikes, withLettersOfSigns } from '../lib/lookalikes.ts'

/** Why something waits for an operator before others see it: a newcomer's first link or picture, or a word of the list. */
export type HoldReason = 'first' | 'word'

/** An account younger than this is a newcomer's. Hours. */
const NEW_HOURS = 24

/**
 * Whether what a player writes is held back (docs/product.md, Moderation); null where it may be shown at once. A newcomer's link or
 * picture waits while no post of theirs with one was ever shown. Operators' own posts never wait. To be asked in the transaction that writes.
 */
export async function reasonToHold(
  tx: Transaction,
  written: { playerId: string; text: string; hasLink: boolean; hasPicture: boolean },
): Promise<HoldReason | null> {
  const values = [written.playerId, withLatinLookalikes(wordsOf(written.text))]
  const [found] = await (written.hasLink || written.hasPicture
    ? preparedIn<Found>(tx, 'reasons-to-hold', REASONS, values)
    : preparedIn<Found>(tx, 'words-to-hold', WORDS, values))
  if (!found) return null
  if (found.hasWord) return 'word'
  return found.isFirst ? 'first' : null
}

type Found = { isFirst: boolean; hasWord: boolean }

/** Lookalikes count as latin letters on both sides, so that lists in other alphabets work too. */
const HAS_WORD = `
  exists (select from held_words where $2 like '% ' || translate(word, '${LOOKALIKES}', '${LOOKALIKES_LATIN}') || ' %')`

const reasons = (isFirst: string) => `
  select ${isFirst} as "isFirst", ${HAS_WORD} as "hasWord"
  from players p where p.id = $1::uuid and p.role = 'player'`

const WORDS = reasons('false')
const REASONS = reasons(`
  p.created_at > now() - interval '${NEW_HOURS} hours' and not exists (
    select from posts where player_id = p.id and state = 'shown' and (redirect_url is not null or media_url is not null))`)

/**
 * The words of a text in lower case, with one space round each. Wide, mathematical, squared and circled letters are plain ones, and what
 * is not seen as a letter of its own parts no word: marks, and characters that are invisible.
 */
export function wordsOf(text: string): string {
  return ` ${
    withLettersOfSigns(text)
      .normalize('NFKD')
      .replace(/[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
}

/** Whether a text leads somewhere, as a field for links would. */
export function hasLinkIn(text: string): boolean {
  return /https?:\/\/|\bwww\./i.test(text)
}
