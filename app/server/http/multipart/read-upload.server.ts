import { freeSlot } from '../fair-queue.server.ts'
import { boundaryOf, partsOf } from './multipart.server.ts'
import { plain } from '../responses.server.ts'

/** The limit for everything in a form except its file. */
const FIELDS_BYTES = 64 * 1024

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
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const form = new FormData()
  if (!boundary || !request.body) return { form, stored: null }
  freeSlot()
  const source = request.body.getReader()
  let stored: Stored | null = null
  let fieldBytes = 0
  try {
    for await (const { name, fileName, content } of partsOf(source, boundary)) {
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
