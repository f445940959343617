import { FeedError } from '../feed-error.server.ts'

/** An XML declaration is within this many bytes. */
const HEAD = 1024
const DECLARED = /^\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

/**
 * Decodes a feed by its byte order mark, by the zero bytes of UTF-16, or by the encoding in its XML declaration. Any
 * other feed is UTF-8, or windows-1252 (which includes Latin-1) if it is not valid UTF-8. Throws a FeedError if the
 * declared encoding is unknown.
 */
export async function* decodeFeed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head: Uint8Array | null = new Uint8Array()
  let decode: ((bytes: Uint8Array) => string) | undefined
  for await (const chunk of chunks) {
    if (decode) {
      yield decode(chunk)
      continue
    }
    head = Buffer.concat([head as Uint8Array, chunk])
    if (head.length < HEAD) continue
    decode = decoderOf(head)
    yield withoutMark(decode(head))
    head = null
  }
  decode ??= decoderOf(head as Uint8Array)
  yield head ? withoutMark(decode(head) + decode(END)) : decode(END)
}

/** Decodes the first bytes of a feed in the same way. */
export function decodeHead(firstBytes: Uint8Array): string {
  return withoutMark(decoderOf(firstBytes)(firstBytes))
}

/** Ends the text: a sequence of bytes that is still incomplete becomes U+FFFD. */
const END = new Uint8Array()

function decoderOf(head: Uint8Array): (bytes: Uint8Array) => string {
  const encoding = encodingOf(head)
  if (!encoding) return utf8OrWindows()
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes, { stream: bytes !== END })
}

/** Returns the encoding that the first bytes show or declare, or null. */
function encodingOf(head: Uint8Array): string | null {
  const [first = 1, second = 1] = head
  if ((first === 0xff && second === 0xfe) || (first && !second)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (!first && second)) return 'utf-16be'
  const declared = DECLARED.exec(Buffer.from(head.subarray(0, HEAD)).toString('latin1'))?.[1]
  // A declaration that can be read byte by byte is not in UTF-16.
  if (!declared || /^utf-?(8|16)/i.test(declared)) return null
  try {
    return new TextDecoder(declared).encoding
  } catch {
    throw new FeedError(`has an encoding that is not known: ${declared}`)
  }
}

/** Decodes UTF-8, and the whole rest as windows-1252 from the first byte on that shows that it never was UTF-8. */
function utf8OrWindows(): (bytes: Uint8Array) => string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let lenient: TextDecoder | undefined
  let buffered: Uint8Array = END
  let hasUtf8 = false
  return (chunk) => {
    if (lenient) return lenient.decode(chunk, { stream: chunk !== END })
    const bytes = buffered.length ? Buffer.concat([buffered, chunk]) : chunk
    const end = chunk === END ? bytes.length : endOfSequences(bytes)
    try {
      const text = strict.decode(bytes.subarray(0, end))
      buffered = bytes.subarray(end)
      hasUtf8 ||= /[^\0-\x7f]/.test(text)
      return text
    } catch {
      lenient = new TextDecoder(hasUtf8 || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252')
      return lenient.decode(bytes, { stream: chunk !== END })
    }
  }
}

/** Whether more letters beyond ASCII are valid UTF-8 than not. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  return (text.match(/[^\0-\x7f]/g)?.length ?? 0) > 2 * broken
}

/** Returns where the last sequence of several bytes starts if it may be incomplete, else the length. */
function endOfSequences(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 4; at--) {
    const byte = bytes[at] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) return at
  }
  return bytes.length
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
