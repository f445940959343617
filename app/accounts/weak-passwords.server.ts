import { remember } from '../lib/remember.ts'
import { config } from '../server/config.server.ts'

/**
 * Longer passwords are judged by their beginning: the analysis holds up the process, for a time that grows by the square of the length
 * or faster.
 */
const ANALYSED_LENGTH = 20
/** Characters around a word that hardly make it harder to guess, as in `dragon7!`. */
const FEW = 2

/** The dictionary is loaded with the first new password: it takes 25 MB of memory. */
const dictionary = remember('weak-passwords', () => ({ loaded: null as ReturnType<typeof load> | null }))

async function load() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })
}

/**
 * Whether a new password is easy to guess: among the 50,000 commonest leaked ones, the name of the site or of the player (`own`: username,
 * full name, e-mail address), a repetition, a sequence, a date or a path on the keyboard; also with a year, digits or two more characters
 * around it, and with letters replaced as in `P@ssw0rd`. Holds up the process
 * for about 10 ms, so count the attempt first. Source: OWASP ASVS 5.0, 6.2.4 and 6.2.11.
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
