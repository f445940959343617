import { expect, test } from 'vitest'
import { readUpload } from './read-upload.server.ts'

const LIMIT = 1 << 20

/** Returns a request whose body arrives in chunks of a given size, as on a network. */
async function requestOf(form: FormData, pieceBytes: number, cutOff = 0): Promise<Request> {
  const whole = new Response(form)
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const end = bytes.length - cutOff
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= end) return controller.close()
      controller.enqueue(bytes.subarray(at, Math.min(end, (at += pieceBytes))))
    },
  })
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
  return new Request('http://playhall.example/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

/** Collects a file, and the size of its largest chunk. */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

function formOf(file: Blob | null, name = 'Spiele für "alle".json'): FormData {
  const form = new FormData()
  form.append('provider', 'any')
  if (file) form.append('file', file, name)
  form.append('name', 'Däs "Haus"')
  form.append('host', 'a')
  form.append('host', 'b')
  return form
}

const read = (request: Request, maxBytes = LIMIT) =>
  readUpload(request, maxBytes, async ({ name, chunks }) => ({ name, content: await collect(chunks) }))

test.each([1, 2, 3, 7, 64, 5000, 1e6])('a form in pieces of %i bytes has its fields and its file', async (piece) => {
  // Repeats a text that is almost the delimiter
  const content = Buffer.from(`\r\n--\r\n----${'\r\n------WebKit'.repeat(20)}\0\xff`, 'latin1')
  const { form, stored } = await read(await requestOf(formOf(new Blob([content])), piece))
  expect(form.get('provider')).toBe('any')
  expect(form.get('name')).toBe('Däs "Haus"')
  expect(form.getAll('host')).toEqual(['a', 'b'])
  expect(form.has('file')).toBe(false)
  expect(stored?.name).toBe('Spiele für "alle".json')
  expect(stored?.content.equals(content)).toBe(true)
})

test('a form without a chosen file has none', async () => {
  for (const form of [formOf(null), formOf(new Blob([]), '')]) {
    const { stored, form: fields } = await read(await requestOf(form, 100))
    expect([stored, fields.get('name')]).toEqual([null, 'Däs "Haus"'])
  }
})

test('a file above the limit is refused while it arrives', async () => {
  const large = await requestOf(formOf(new Blob([Buffer.alloc(LIMIT + 1)])), 1 << 16)
  await expect(read(large)).rejects.toMatchObject({ status: 413 })
})

test('long fields and many fields are refused', async () => {
  const long = new FormData()
  long.append('name', 'x'.repeat(70_000))
  await expect(read(await requestOf(long, 1000))).rejects.toMatchObject({ status: 413 })
  const many = new FormData()
  for (let at = 0; at < 101; at++) many.append(`field ${at}`, '')
  await expect(read(await requestOf(many, 1000))).rejects.toMatchObject({ status: 400 })
})

test('an upload that is cut off is refused', async () => {
  await expect(read(await requestOf(formOf(new Blob(['games'])), 50, 30))).rejects.toMatchObject({ status: 400 })
})

test('a body that is no form is empty', async () => {
  const request = new Request('http://playhall.example/', { method: 'POST', body: 'x' })
  const { form, stored } = await read(request)
  expect([[...form], stored]).toEqual([[], null])
})
