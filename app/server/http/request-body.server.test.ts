import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { gate } from './testing.server.ts'
import { formOf, readJson } from './request-body.server.ts'

const FORM = 'application/x-www-form-urlencoded'

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://x/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

function streamOf(pieces: (Uint8Array<ArrayBuffer> | Promise<never>)[]): ReadableStream<Uint8Array> {
  const left = [...pieces]
  return new ReadableStream({
    async pull(controller) {
      const next = await left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
}

async function refusal(reading: Promise<unknown>): Promise<{ status: number; text: string }> {
  const refused = await reading.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refused instanceof Response)) throw refused
  return { status: refused.status, text: await refused.text() }
}

test('forms of both encodings are read', async () => {
  const fields = Object.fromEntries(await formOf(post('name=Mara+V&sign=%26&empty=', { 'content-type': FORM })))
  expect(fields).toEqual({ name: 'Mara V', sign: '&', empty: '' })
  const form = new FormData()
  form.append('name', 'Mara "V" Ä')
  form.append('a "b"', '')
  form.append('picture', new File(['abc'], 'ä "b".png'))
  const read = await formOf(post(form))
  expect([read.get('name'), read.get('a "b"')]).toEqual(['Mara "V" Ä', ''])
  const picture = read.get('picture') as File
  expect([picture.name, await picture.text()]).toEqual(['ä "b".png', 'abc'])
  expect([...(await formOf(post(new FormData())))]).toEqual([])
})

test('a file field without a chosen file has an empty file', async () => {
  const part = 'Content-Disposition: form-data; name="a"; filename=""\r\nContent-Type: application/octet-stream'
  const headers = { 'content-type': 'multipart/form-data; charset=utf-8; boundary="-b"' }
  const file = (await formOf(post(`---b\r\n${part}\r\n\r\n\r\n---b--\r\n`, headers))).get('a') as File
  expect([file.name, file.size]).toEqual(['', 0])
})

test.each([['text/plain'], ['application/json'], ['multipart/form-data'], ['multipart/form-data; x-boundary=b']])(
  'a body of type %j has no fields',
  async (type) => {
    expect([...(await formOf(post('a=1', { 'content-type': type })))]).toEqual([])
  },
)

test('a body with too large a Content-Length is refused before it is read', async () => {
  const read = vi.fn()
  const body = new ReadableStream({ pull: read }, { highWaterMark: 0 })
  const oversized = post(body, { 'content-type': FORM, 'content-length': '16385' })
  expect(await refusal(formOf(oversized))).toEqual({
    status: 413,
    text: 'The request is larger than the limit of 16 KB.',
  })
  expect(read).not.toHaveBeenCalled()
})

test('a body that exceeds its limit by one byte is refused while it is read', async () => {
  const of = (bytes: number) =>
    post(streamOf([Buffer.alloc(bytes - 1, 'x'), Buffer.from('x')]), { 'content-type': FORM })
  expect([...(await formOf(of(16_384)))][0]?.[0]).toHaveLength(16_384)
  expect((await refusal(formOf(of(16_385)))).status).toBe(413)
  expect((await refusal(formOf(of(2001), 2000))).status).toBe(413)
})

test('a form with too many fields is refused before it is parsed', async () => {
  expect((await refusal(formOf(post('a&'.repeat(8000), { 'content-type': FORM })))).status).toBe(400)
  const parts = (count: number) => '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(count)
  for (const more of ['', '; boundary=zzz', '; x-boundary=zzz']) {
    const of = (count: number) =>
      formOf(post(`${parts(count)}--b--\r\n`, { 'content-type': `multipart/form-data; boundary=b${more}` }))
    expect([...(await of(100))]).toHaveLength(100)
    expect((await refusal(of(101))).text).toBe('The form has too many fields.')
  }
})

test('a part with a long header and a body that is no form are refused', async () => {
  const of = (body: string) => refusal(formOf(post(body, { 'content-type': 'multipart/form-data; boundary=b' })))
  const head = '--b\r\nContent-Disposition: form-data; name="a"\r\n'
  expect((await of(`${head}${'a:\r\n'.repeat(2100)}\r\n1\r\n--b--\r\n`)).text).toBe('The form could not be read.')
  for (const body of ['', 'a=1', `${head}\r\n1`, '--bc\r\n']) expect((await of(body)).status).toBe(400)
})

test('a body that breaks off is refused', async () => {
  const body = streamOf([Buffer.from('a='), Promise.reject(new Error('aborted'))])
  expect((await refusal(formOf(post(body, { 'content-type': FORM })))).status).toBe(400)
})

/** Sends this many bytes, then stalls until it is ended. */
function slowly(bytes: number, ends: (() => void)[] = []): ReadableStream<Uint8Array> {
  const pieces = [Buffer.alloc(bytes, 'x')]
  const { opened, open } = gate()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = pieces.shift()
        if (piece) return controller.enqueue(piece)
        ends.push(open)
        await opened
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

test('uploads in memory are limited, do not block small forms, and free their space when they end', async () => {
  const ends: (() => void)[] = []
  const upload = (bytes: number) => formOf(post(slowly(bytes, ends), { 'content-type': FORM }), 2 << 20)
  const announced = Array.from({ length: 20 }, () => upload(5))
  const held = Array.from({ length: 15 }, () => upload(1 << 20))
  await expect.poll(() => ends.length).toBe(35)
  expect((await refusal(upload(1 << 20))).status).toBe(503)
  // A form counts as small by its received bytes, whatever limit its route has.
  expect((await formOf(post('a=1', { 'content-type': FORM }), 5 << 20)).get('a')).toBe('1')
  for (const end of ends) end()
  await Promise.all([...announced, ...held])
  const again = upload(1 << 20)
  await expect.poll(() => ends.length).toBe(36)
  ends.at(-1)?.()
  await again
})

test('when there is no space, the largest body that is still arriving is refused', async () => {
  const ends: (() => void)[] = []
  const of = (body: ReadableStream<Uint8Array>) => formOf(post(body, { 'content-type': FORM }), 6 << 20)
  const stopped = Array.from({ length: 3 }, () => refusal(of(slowly(5 << 20, ends))))
  await expect.poll(() => ends.length).toBe(3)
  expect([...(await of(streamOf(Array.from({ length: 20 }, () => Buffer.alloc(200 << 10, 'x')))))]).toHaveLength(1)
  expect(await Promise.race(stopped)).toEqual({
    status: 503,
    text: 'Many uploads are arriving right now. Please try again in a moment.',
  })
  for (const end of ends) end()
  const whole = await Promise.allSettled(stopped)
  expect(whole.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

test('forms use only the remaining space, and a smaller one still fits', async () => {
  const ends: (() => void)[] = []
  const of = (bytes: number) => formOf(post(slowly(bytes, ends), { 'content-type': FORM }), 80 << 10)
  const forms = Array.from({ length: 320 }, () => of(75 << 10).catch((error: Response) => error.status))
  await expect.poll(() => ends.length).toBeGreaterThan(300)
  expect((await formOf(post(`a=${'1'.repeat(60 << 10)}`, { 'content-type': FORM }), 80 << 10)).get('a')).toHaveLength(
    60 << 10,
  )
  for (const end of ends) end()
  await Promise.all(forms)
})

test('JSON is read by its schema, and unknown fields are dropped', async () => {
  const schema = z.object({ id: z.int() })
  expect(await readJson(post('{"id":1,"role":"operator","__proto__":{"a":1}}'), schema)).toEqual({ id: 1 })
  for (const body of ['', '{', '[]', '{"id":"1"}', 'null', `${'['.repeat(8000)}${']'.repeat(8000)}`])
    expect(await refusal(readJson(post(body), schema))).toEqual({
      status: 400,
      text: 'The request could not be read. Please reload the page.',
    })
})
