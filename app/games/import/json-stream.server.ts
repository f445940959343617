import { FeedError } from './feed-error.server.ts'

/** Characters that one entry may have; real ones have about a thousand. */
const ENTRY_LIMIT = 1024 * 1024

type Expectation = 'first' | 'value' | 'key' | 'colon' | 'next'
type Frame = { array: boolean; path: string; expects: Expectation; key: string }
/** A value that is taken whole: found by its strings and brackets alone, then judged by JSON.parse. */
type Capture = { start: number; path: string | null; depth: number; inString: boolean; escaped: boolean; bare: boolean }

const SPACE = /[\t\n\r ]/
/** Whatever ends a number, true, false or null. */
const AFTER_BARE = /[\t\n\r ,:\]}]/

/**
 * Reads a JSON document as it comes and gives the values at the given places, without ever holding the whole. A place
 * is written as the keys that lead there, `*` for each value of an array: `*`, or `segments.*.hits.*`.
 *
 * Call the reader with each piece of text, and once with null at the end; each call gives the values that became
 * complete. Throws a FeedError where the text is not JSON, at the latest at the end, and where it has no such place.
 */
export function entryReader(places: string[]): (piece: string | null) => unknown[] {
  const ways = new Set(places.flatMap(waysTo))
  const frames: Frame[] = []
  let text = ''
  let at = 0
  let forgotten = 0
  let capture: Capture | null = null
  let hasEnded = false
  let hasList = false
  let found: unknown[] = []

  return function read(piece) {
    found = []
    if (piece !== null) text += piece
    while (at < text.length) {
      if (capture) scan(capture)
      else if (SPACE.test(text.charAt(at))) at++
      else step(text.charAt(at))
    }
    if (piece === null) end()
    forget()
    return found
  }

  function step(char: string) {
    const frame = frames.at(-1)
    if (!frame) return hasEnded ? fail() : open(char, '')
    const { array, expects } = frame
    if (char === (array ? ']' : '}') && (expects === 'next' || expects === 'first')) {
      at++
      frames.pop()
      return valueEnded()
    }
    if (expects === 'next') return pass(char, ',', frame, array ? 'value' : 'key')
    if (expects === 'colon') return pass(char, ':', frame, 'value')
    if (expects === 'key' || (expects === 'first' && !array)) return char === '"' ? begin(null) : fail()
    open(char, frame.path ? `${frame.path}.${array ? '*' : frame.key}` : array ? '*' : frame.key)
  }

  function pass(char: string, wanted: string, frame: Frame, expects: Expectation) {
    if (char !== wanted) fail()
    frame.expects = expects
    at++
  }

  /** Goes into what leads to a place; takes everything else whole. */
  function open(char: string, path: string) {
    if (!ways.has(char + path)) return begin(path)
    hasList ||= char === '['
    frames.push({ array: char === '[', path, expects: 'first', key: '' })
    at++
  }

  function begin(path: string | null) {
    const bare = !'"[{'.includes(text.charAt(at))
    if (bare && AFTER_BARE.test(text.charAt(at))) fail()
    capture = { start: at, path, depth: 0, inString: false, escaped: false, bare }
  }

  function scan(value: Capture) {
    for (; at < text.length; at++) {
      if (value.bare) {
        if (AFTER_BARE.test(text.charAt(at))) return complete(value)
        continue
      }
      const code = text.charCodeAt(at)
      if (value.escaped) value.escaped = false
      else if (value.inString && code === 92) value.escaped = true
      else if (code === 34) value.inString = !value.inString
      else if (value.inString) continue
      else if (code === 91 || code === 123) value.depth++
      else if (code === 93 || code === 125) value.depth--
      if (!value.inString && value.depth === 0) {
        at++
        return complete(value)
      }
    }
    if (at - value.start <= ENTRY_LIMIT) return
    // What stands beside the games is never that long: it is where another provider keeps its own.
    const isEntry = value.path !== null && places.includes(value.path)
    throw new FeedError(
      isEntry ? 'has an entry of more than a million characters' : 'has no list of games where this provider keeps it',
    )
  }

  function complete(value: Capture) {
    capture = null
    const parsed = parse(text.slice(value.start, at), value.start)
    const frame = frames.at(-1)
    if (value.path === null && frame) {
      // A key with a dot would pass for a path.
      frame.key = String(parsed).replace(/[.*]/g, ' ')
      frame.expects = 'colon'
      return
    }
    if (value.path !== null && places.includes(value.path)) found.push(parsed)
    valueEnded()
  }

  function valueEnded() {
    const frame = frames.at(-1)
    if (frame) frame.expects = 'next'
    else hasEnded = true
  }

  function end() {
    if (capture?.bare) complete(capture)
    if (!hasEnded) throw new FeedError('is not JSON: it ends too early')
    if (!hasList) throw new FeedError('has no list of games where this provider keeps it')
  }

  function parse(slice: string, start: number): unknown {
    try {
      return JSON.parse(slice)
    } catch {
      return fail(start)
    }
  }

  function fail(position = at): never {
    throw new FeedError(`is not JSON: wrong at character ${forgotten + position + 1}`)
  }

  function forget() {
    const keep = capture ? capture.start : at
    text = text.slice(keep)
    forgotten += keep
    at -= keep
    if (capture) capture.start = 0
  }
}

/** The brackets that lead to a place, each with its path: `{`, `[segments`, `{segments.*`, `[segments.*.hits`. */
function waysTo(place: string): string[] {
  const keys = place.split('.')
  return keys.map((key, depth) => (key === '*' ? '[' : '{') + keys.slice(0, depth).join('.'))
}
