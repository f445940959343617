/** Letters of other alphabets that look like latin ones: cyrillic and greek. Written as pairs. */
const PAIRS =
  'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsһhԁdԛqԝwӏlαaβbεeηnιiκkνvοoρpτtυuχxɑaɡgıiᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'

/** Where a row of 26 letters begins that normalizing leaves as signs: squares, circles, brackets and flags. */
const ROWS = [0x249c, 0x1f110, 0x1f150, 0x1f170, 0x1f1e6]

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const letters = Array.from(PAIRS)

/** Each lookalike in lower case, and at the same place of `LOOKALIKES_LATIN` its latin letter: as `translate` of SQL takes them. */
export const LOOKALIKES = letters.filter((_, at) => at % 2 === 0).join('')
export const LOOKALIKES_LATIN = letters.filter((_, at) => at % 2 === 1).join('')

const TABLE = new Map(Array.from(LOOKALIKES, (letter, at) => [letter, LOOKALIKES_LATIN[at]!] as const))
const SIGNS = new Map(
  ROWS.flatMap((first) => Array.from(LATIN, (letter, at) => [String.fromCodePoint(first + at), letter] as const)),
)

/** A text in lower case with the latin letter in place of each lookalike. */
export function withLatinLookalikes(text: string): string {
  return Array.from(text, (letter) => TABLE.get(letter) ?? letter).join('')
}

/** A text with letters in place of the signs that show a latin letter each, before it is normalized. */
export function withLettersOfSigns(text: string): string {
  return Array.from(text, (sign) => SIGNS.get(sign) ?? sign).join('')
}
