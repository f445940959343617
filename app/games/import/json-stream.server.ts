import { gen, none } from 'stream-chain/core'
import { parser, type Token } from 'stream-json/parser.js'
import { pick } from 'stream-json/filters/pick.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import { FeedError } from './feed-error.server.ts'

/** Maximum characters without a complete entry; real entries have about a thousand. */
export const ENTRY_LIMIT = 1024 * 1024
/** Maximum objects and arrays within each other; real feeds have about six. */
const DEPTH_LIMIT = 100

/** Keys of objects and indexes of arrays. */
type Path = (string | number | null)[]

/**
 * Reads a JSON document piece by piece and returns the values at the given paths, without holding the whole document.
 * A path is the keys that lead to a value, `*` for every item of an array: `*`, or `segments.*.hits.*`. If a key
 * contains dots, the path must be a list of keys.
 *
 * Call the reader with each piece of text and once with null at the end; each call returns the values that it
 * completed. Throws a FeedError if the text is not JSON, is nested too deeply, has no such path, or has an entry above
 * the limit.
 */
export function entryReader(
  paths: readonly (string | readonly string[])[],
  noList = 'has no list of games where this provider has it',
): (piece: string | null) => Promise<unknown[]> {
  const keysOfPaths = paths.map((path) => (typeof path === 'string' ? path.split('.') : path))
  let hasList = false
  let length = 0
  let sinceEntry = 0

  const parse = gen(parser({ streamValues: false }), depthGuard(), pick({ filter: isEntry }), streamValues())

  return async function read(piece) {
    length += piece?.length ?? 0
    const entries: unknown[] = []
    try {
      // The types do not allow `none`, which ends a document.
      for await (const { value } of parse(piece ?? (none as never))) entries.push(value)
    } catch (cause) {
      if (cause instanceof FeedError) throw cause
      const where = piece === null ? 'it ends too early' : `wrong within its first ${length} characters`
      throw new FeedError(`is not JSON: ${where}`, { cause })
    }
    sinceEntry = entries.length ? 0 : sinceEntry + (piece?.length ?? 0)
    if (sinceEntry > ENTRY_LIMIT && hasList) throw new FeedError('has an entry of more than a million characters')
    if (!hasList && (piece === null || sinceEntry > ENTRY_LIMIT)) throw new FeedError(noList)
    return entries
  }

  function isEntry(at: Path, { name }: Token): boolean {
    if (name === 'startArray')
      hasList ||= keysOfPaths.some((path) => path[at.length] === '*' && leadsTo(path.slice(0, at.length), at))
    return keysOfPaths.some((path) => leadsTo(path, at))
  }
}

/** Passes tokens on. Throws a FeedError at the limit of depth. */
export function depthGuard(): (token: Token) => Token {
  let depth = 0
  return (token) => {
    if (token.name === 'startObject' || token.name === 'startArray') {
      if (++depth > DEPTH_LIMIT) throw new FeedError(`is nested more than ${DEPTH_LIMIT} levels deep`)
    } else if (token.name === 'endObject' || token.name === 'endArray') depth--
    return token
  }
}

function leadsTo(path: readonly string[], at: Path): boolean {
  return path.length === at.length && path.every((key, depth) => (key === '*' ? isIndex(at[depth]) : key === at[depth]))
}

const isIndex = (key: unknown) => typeof key === 'number'
