import { remember } from '../../lib/remember.ts'
import { config } from '../../server/process/config.server.ts'

/**
 * The number of characters that are analysed. The analysis blocks the process, and its time grows at least with the
 * square of the length.
 */
const ANALYSED_LENGTH = 20
/** The number of extra characters that hardly make a word harder to guess, as in `dragon7!`. */
const FEW = 2

/** The dictionary takes 25 MB of memory, so the first new password loads it. */
const dictionary = remember('weak-passwords', () => ({ loaded: null as ReturnType<typeof load> | null }))

async function load() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })
}

/**
 * Whether a new password is easy to guess: one of the 50,000 most common leaked passwords, a name of the site or the
 * player (`own`: username, full name, email address), a repetition, a sequence, a date or a keyboard path. This
 * includes such passwords with a year, digits or up to two other characters around them, or with substitutions as in
 * `P@ssw0rd`. Blocks the process for about 10 ms, so count the attempt first. Source: OWASP ASVS 5.0, 6.2.4 and 6.2.11.
 */
export async function isWeakPassword(password: string, own: string[]): Promise<boolean> {
  dictionary.loaded ??= load()
  const known = [config().siteName, 'playhall', ...own]
  const names = known
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((name) => name.length > 2)
    .map((name) => name.slice(0, ANALYSED_LENGTH))
  const { sequence } = (await dictionary.loaded).check(password.slice(0, ANALYSED_LENGTH), names)
  let words = 0
  let unknown = 0
  for (const { pattern, token, dictionaryName } of sequence) {
    if (pattern === 'dictionary' && dictionaryName !== 'userInputs') words++
    if (pattern === 'bruteforce') unknown += token.length
  }
  return words <= 1 && unknown <= FEW
}
