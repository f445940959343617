import { prepared } from './query.server.ts'
import { LOOKALIKES, LOOKALIKES_LATIN, withLatinLookalikes, withLettersOfSigns } from '../lib/lookalikes.ts'

/**
 * An SQL expression for whether a `comparable` text contains an entry of the blocklist. Lookalikes are replaced by
 * Latin letters on both sides, so that blocklists in other alphabets work, too.
 */
export const hasWord = (text: string) => `
  exists (select from held_words
    where ${text} like '% ' || translate(word, '${LOOKALIKES}', '${LOOKALIKES_LATIN}') || ' %')`

/** Returns the words of a text for `hasWord`, with lookalikes replaced by Latin letters. */
export function comparable(text: string): string {
  return withLatinLookalikes(wordsOf(text))
}

/**
 * Returns the words of a text in lower case, each with a space before and after it. Wide, mathematical, squared and
 * circled letters become plain letters. Marks and invisible characters are removed, so that they do not split a word.
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

/** Whether a text contains a blocked word. This also applies to operators' texts. */
export async function hasBlockedWord(text: string): Promise<boolean> {
  const [row] = await prepared<{ hasWord: boolean }>('held-word-in', WORD_IN, [comparable(text)])
  return row?.hasWord ?? false
}

const WORD_IN = `select ${hasWord('$1::text')} as "hasWord"`

/** SQL condition on a text that follows `hasLinkIn`. */
export const HAS_LINK = `~* 'https?://|\\ywww\\.'`

/** Whether a text contains a link, as defined for link fields. */
export function hasLinkIn(text: string): boolean {
  return /https?:\/\/|\bwww\./i.test(text)
}
