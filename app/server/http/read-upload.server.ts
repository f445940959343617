import { freeSlot } from './fair-queue.server.ts'
import { plain } from './responses.server.ts'

/** Limits for everything in a form except its file. */
const FIELDS_BYTES = 64 * 1024
const MAX_PARTS = 100
const HEADER_BYTES = 8 * 1024

/** A file that arrives in a form. The name is the one that the browser sent. */
export type ArrivingFile = { name: string; chunks: AsyncIterable<Uint8Array> }

/**
 * Reads a multipart form whose file is too large for memory, and passes the file to `store` while it arrives. Returns
 * the other fields and the result of `store`, which must read the whole file or throw; the result is null if no file
 * was chosen. If the form has several files, only the first one is used. Check the session first. Throws a Response
 * with a text for users: 400 or 413.
 */
export async function readUpload<Stored>(
  request: Request,
  maxBytes: number,
  store: (file: ArrivingFile) => Promise<Stored>,
): Promise<{ form: FormData; stored: Stored | null }> {
  if (Number(request.headers.get('content-length')) > maxBytes + FIELDS_BYTES) throw tooLarge(maxBytes)
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,70})/i.exec(type)?.[1]
  const form = new FormData()
  if (!boundary || !request.body) return { form, stored: null }
  freeSlot()
  const source = request.body.getReader()
  const parts = partsOf(source, boundary)
  let stored: Stored | null = null
  let fieldBytes = 0
  let count = 0
  try {
    for await (const { header, content } of parts) {
      if (++count > MAX_PARTS) throw plain(400, 'The form has too many fields.')
      const name = parameterOf(header, 'name')
      const fileName = parameterOf(header, 'filename')
      if (fileName && stored === null) {
        stored = await store({ name: fileName, chunks: limited(content, maxBytes) })
      } else {
        const chunks: Uint8Array[] = []
        for await (const chunk of content) {
          fieldBytes += chunk.length
          if (fieldBytes > FIELDS_BYTES) throw tooLarge(FIELDS_BYTES)
          chunks.push(chunk)
        }
        if (name && fileName === null) form.append(name, Buffer.concat(chunks).toString())
      }
    }
    return { form, stored }
  } catch (error) {
    source.cancel().catch(() => {})
    throw error
  }
}

type Part = { header: string; content: AsyncGenerator<Uint8Array> }

/** Yields the parts of a body. Read the content of each part before requesting the next one. */
async function* partsOf(source: ReadableStreamDefaultReader<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // Prepends a line end, so that the first delimiter looks like the others.
  let buffer: Buffer = Buffer.from('\r\n')

  async function more(): Promise<void> {
    const { done, value } = await source.read().catch(() => ({ done: true as const, value: undefined }))
    if (done) throw interrupted()
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
  for (;;) {
    while (buffer.length < 2) await more()
    if (buffer.subarray(0, 2).toString() === '--') return
    // Starts with the line end of the delimiter, so that a part without headers has an empty header section.
    let header = ''
    for await (const chunk of until(END_OF_HEADER)) {
      header += Buffer.from(chunk).toString()
      if (header.length > HEADER_BYTES) throw plain(400, 'The form could not be read.')
    }
    yield { header, content: until(delimiter) }
  }
}

const END_OF_HEADER = Buffer.from('\r\n\r\n')

/** Returns a parameter of `Content-Disposition`; null if it is missing. Browsers escape only quotes and line ends. */
function parameterOf(header: string, name: string): string | null {
  const line = /^content-disposition:.*$/im.exec(header)?.[0] ?? ''
  const value = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(line)?.[1]
  return value?.replace(/%22/g, '"').replace(/%0D%0A/gi, ' ') ?? null
}

async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

function tooLarge(maxBytes: number): Response {
  const most = maxBytes < 1 << 20 ? `${Math.floor(maxBytes / 1024)} KB` : `${Math.floor(maxBytes / (1 << 20))} MB`
  return plain(413, `The file is larger than the limit of ${most}.`)
}

function interrupted(): Response {
  return plain(400, 'The upload was interrupted. Please send it again.')
}
