import { plain } from '../responses.server.ts'

/** The maximum number of fields of a form; no form of ours has more. */
export const MAX_FIELDS = 100
const HEADER_BYTES = 8 * 1024

/** A field of a form, or a file, whose name is the one that the browser sent. `fileName` is null for a field. */
type Part = { name: string | null; fileName: string | null; content: AsyncGenerator<Uint8Array> }

/** Returns the boundary in a Content-Type; null if it is not a multipart form. */
export function boundaryOf(type: string): string | null {
  return /^multipart\/form-data(?:;[^;]*)*?;\s*boundary="?([^";]{1,70})/i.exec(type)?.[1] ?? null
}

/**
 * Yields the parts of a multipart form, with limits on their number and headers. Read the content of each part before
 * requesting the next one. Throws a Response with a text for users: 400.
 */
export async function* partsOf(
  source: ReadableStreamDefaultReader<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // Prepends a line end, so that the first delimiter looks like the others.
  let buffer: Buffer = Buffer.from('\r\n')

  async function more(): Promise<void> {
    const { done, value } = await source.read().catch(() => ({ done: true as const, value: undefined }))
    if (done) throw plain(400, 'The upload was interrupted. Please send it again.')
    buffer = buffer.length ? Buffer.concat([buffer, value]) : Buffer.from(value)
  }
  /** Yields everything before `end`, and skips `end`. */
  async function* until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = buffer.indexOf(end)
      const sure = at >= 0 ? at : Math.max(0, buffer.length - end.length + 1)
      const content = buffer.subarray(0, sure)
      buffer = buffer.subarray(at >= 0 ? at + end.length : sure)
      if (content.length) yield content
      if (at >= 0) return
      await more()
    }
  }

  for await (const _preamble of until(delimiter));
  for (let count = 1; ; count++) {
    while (buffer.length < 2) await more()
    if (buffer.subarray(0, 2).toString() === '--') return
    if (count > MAX_FIELDS) throw tooManyFields()
    const header = await readHeader(until(END_OF_HEADER))
    const [name, fileName] = [parameterOf(header, 'name'), parameterOf(header, 'filename')]
    yield { name, fileName, content: until(delimiter) }
  }
}

/** The delimiter's line end is a part of it, so that a part without headers has an empty header section. */
async function readHeader(content: AsyncGenerator<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > HEADER_BYTES) throw plain(400, 'The form could not be read.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const END_OF_HEADER = Buffer.from('\r\n\r\n')

/** Returns a parameter of `Content-Disposition`; null if it is missing. Browsers escape only quotes and line ends. */
function parameterOf(header: string, name: string): string | null {
  const line = /^content-disposition:.*$/im.exec(header)?.[0] ?? ''
  const value = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(line)?.[1]
  return value?.replace(/%22/g, '"').replace(/%0D%0A/gi, ' ') ?? null
}

export function tooManyFields(): Response {
  return plain(400, 'The form has too many fields.')
}
