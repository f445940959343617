import { prepared } from './query.server.ts'
import { LOOKALIKES, LOOKALIKES_LATIN, withLatinLookalikes, withLettersOfSigns } from '../lib/lookalikes.ts'

/**
 * An SQL expression: whether a `comparable` text contains an entry of the blocklist. Lookalikes count as latin letters
 * on both sides, so that lists in other alphabets work, too.
 */
export const hasWord = (text: string) => `
  exists (select from held_words
    where ${text} like '% ' || translate(word, '${LOOKALIKES}', '${LOOKALIKES_LATIN}') || ' %')`

/** The words of a text for `hasWord`, with latin letters in place of lookalikes. */
export function comparable(text: string): string {
  return withLatinLookalikes(wordsOf(text))
}

/**
 * The words of a text in lower case, each with one space before and after it. Wide, mathematical, squared and circled
 * letters become plain ones. Marks and invisible characters are removed, so that they do not split a word.
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

/** Whether a text contains a blocked word. Applies to operators' texts, too. */
export async function hasBlockedWord(text: string): Promise<boolean> {
  const [row] = await prepared<{ hasWord: boolean }>('held-word-in', WORD_IN, [comparable(text)])
  return row?.hasWord ?? false
}

const WORD_IN = `select ${hasWord('$1::text')} as "hasWord"`

/** Whether a text contains a link, as a field for links would. */
export function hasLinkIn(text: string): boolean {
  return /https?:\/\/|\bwww\./i.test(text)
}
