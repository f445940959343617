/**
 * Pairs of a lookalike and its basic Latin letter. Lookalikes are Cyrillic, Greek and Armenian letters, and Latin
 * letters beyond a to z, such as small capitals.
 */
const PAIRS =
  'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsһhԁdԛqԝwӏl' +
  'αaβbεeηnιiκkνvοoρpτtυuχx' +
  'ɑaɡgıiᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'

/**
 * First code points of the 26-letter rows that normalization does not convert to letters: squares, circles, brackets
 * and flags.
 */
const ROWS = [0x249c, 0x1f110, 0x1f150, 0x1f170, 0x1f1e6]

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const letters = Array.from(PAIRS)

/**
 * Lowercase lookalikes. Their Latin letters have the same positions in `LOOKALIKES_LATIN`, as SQL's `translate`
 * expects.
 */
export const LOOKALIKES = letters.filter((_, at) => at % 2 === 0).join('')
export const LOOKALIKES_LATIN = letters.filter((_, at) => at % 2 === 1).join('')

const TABLE = new Map(Array.from(LOOKALIKES, (letter, at) => [letter, LOOKALIKES_LATIN[at]!] as const))
const SIGNS = new Map(
  ROWS.flatMap((first) => Array.from(LATIN, (letter, at) => [String.fromCodePoint(first + at), letter] as const)),
)

/** Replaces each lookalike in a lowercase text with its Latin letter. */
export function withLatinLookalikes(text: string): string {
  return Array.from(text, (letter) => TABLE.get(letter) ?? letter).join('')
}

/** Replaces each symbol that shows a Latin letter with that letter. Call it before normalizing the text. */
export function withLettersOfSigns(text: string): string {
  return Array.from(text, (sign) => SIGNS.get(sign) ?? sign).join('')
}
