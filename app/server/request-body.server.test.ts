import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { gate } from './http-testing.server.ts'
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

test('a form is read, whichever of its two kinds', async () => {
  const fields = Object.fromEntries(await formOf(post('name=Mara+V&sign=%26&empty=', { 'content-type': FORM })))
  expect(fields).toEqual({ name: 'Mara V', sign: '&', empty: '' })
  const form = new FormData()
  form.append('name', 'Mara V')
  form.append('picture', new File(['abc'], 'a.png'))
  const read = await formOf(post(form))
  expect(read.get('name')).toBe('Mara V')
  expect(await (read.get('picture') as File).text()).toBe('abc')
})

test.each([['text/plain'], ['application/json'], ['multipart/form-data'], ['multipart/form-data; boundary=none']])(
  'what is no form of type %j has no fields',
  async (type) => {
    expect([...(await formOf(post('a=1', { 'content-type': type })))]).toEqual([])
  },
)

test('what says that it is too long is refused before any of it is read', async () => {
  const read = vi.fn()
  const body = new ReadableStream({ pull: read }, { highWaterMark: 0 })
  const asked = post(body, { 'content-type': FORM, 'content-length': '16385' })
  expect(await refusal(formOf(asked))).toEqual({ status: 413, text: 'That is more than we take at once: 16 KB.' })
  expect(read).not.toHaveBeenCalled()
})

test('what is longer than it may be is refused once that is seen, to the byte', async () => {
  const of = (bytes: number) =>
    post(streamOf([Buffer.alloc(bytes - 1, 'x'), Buffer.from('x')]), { 'content-type': FORM })
  expect([...(await formOf(of(16_384)))][0]?.[0]).toHaveLength(16_384)
  expect((await refusal(formOf(of(16_385)))).status).toBe(413)
  expect((await refusal(formOf(of(2001), 2000))).status).toBe(413)
})

test('a form of many fields is refused before it is taken apart', async () => {
  expect((await refusal(formOf(post('a&'.repeat(8000), { 'content-type': FORM })))).status).toBe(400)
  const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(200)
  const asked = post(`${parts}--b--\r\n`, { 'content-type': 'multipart/form-data; boundary=b' })
  expect((await refusal(formOf(asked))).status).toBe(400)
})

test('what breaks off on its way is said so', async () => {
  const body = streamOf([Buffer.from('a='), Promise.reject(new Error('aborted'))])
  expect((await refusal(formOf(post(body, { 'content-type': FORM })))).status).toBe(400)
})

test('what comes too slowly is given up', async () => {
  vi.useFakeTimers()
  const body = streamOf([Buffer.from('a='), new Promise<never>(() => {})])
  const refused = refusal(formOf(post(body, { 'content-type': FORM })))
  await vi.advanceTimersByTimeAsync(11_000)
  vi.useRealTimers()
  expect((await refused).status).toBe(408)
})

/** Sends so many bytes and then nothing until it is ended. */
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

test('bodies that are held at once are bounded by what has come of them; uploads keep no form out, and room comes back', async () => {
  const ends: (() => void)[] = []
  const upload = (bytes: number) => formOf(post(slowly(bytes, ends), { 'content-type': FORM }), 2 << 20)
  const announced = Array.from({ length: 20 }, () => upload(5))
  const held = Array.from({ length: 15 }, () => upload(1 << 20))
  await expect.poll(() => ends.length).toBe(35)
  // Nobody of them has had time to be slow.
  expect((await refusal(upload((1 << 20) + 1))).status).toBe(503)
  // A form is small by what comes of it, whatever its route takes.
  expect((await formOf(post('a=1', { 'content-type': FORM }), 5 << 20)).get('a')).toBe('1')
  for (const end of ends) end()
  await Promise.all([...announced, ...held])
  const again = upload(1 << 20)
  await expect.poll(() => ends.length).toBe(36)
  ends.at(-1)?.()
  await again
})

test('where there is no room, who sends nothing more gives way to who comes, and not who sends', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  try {
    const ends: (() => void)[] = []
    const of = (address: string, body: ReadableStream<Uint8Array>) =>
      formOf(post(body, { 'content-type': FORM, 'x-client-ip': address }), 6 << 20)
    const stuck = Array.from({ length: 3 }, (_, at) => refusal(of(`192.0.2.${at}`, slowly(5 << 20, ends))))
    await expect.poll(() => ends.length).toBe(3)
    await vi.advanceTimersByTimeAsync(2000)
    let more: ReadableStreamDefaultController<Uint8Array> | undefined
    const sending = of('192.0.2.9', new ReadableStream({ start: (controller) => void (more = controller) }))
    for (let at = 0; at < 4; at++) {
      more!.enqueue(Buffer.alloc(200 << 10, 'x'))
      await vi.advanceTimersByTimeAsync(1000)
    }
    const fresh = of('192.0.2.10', new Response(Buffer.alloc(5 << 20, 'x')).body!)
    expect([...(await fresh)]).toHaveLength(1)
    const gone = await Promise.race(stuck)
    expect(gone).toEqual({ status: 503, text: 'Much is being sent to us just now. Please try again in a moment.' })
    more!.close()
    expect([...(await sending)]).toHaveLength(1)
    for (const end of ends) end()
  } finally {
    vi.useRealTimers()
  }
})

test('of one address two uploads come at once, and any number of forms', async () => {
  const ends: (() => void)[] = []
  const of = (bytes: number) =>
    formOf(post(slowly(bytes, ends), { 'content-type': FORM, 'x-client-ip': '192.0.2.7' }), 2 << 20)
  const forms = Array.from({ length: 8 }, () => of(60_000))
  const uploads = [of(1 << 20), of(1 << 20)]
  await expect.poll(() => ends.length).toBe(10)
  expect(await refusal(of(1 << 20))).toEqual({
    status: 429,
    text: 'Your other uploads are still on their way. Please try again when they are through.',
  })
  for (const end of ends) end()
  await Promise.all([...forms, ...uploads])
})

test('JSON is read by its schema, and fields that it does not name are dropped', async () => {
  const schema = z.object({ id: z.int() })
  expect(await readJson(post('{"id":1,"role":"operator","__proto__":{"a":1}}'), schema)).toEqual({ id: 1 })
  for (const body of ['', '{', '[]', '{"id":"1"}', 'null', `${'['.repeat(8000)}${']'.repeat(8000)}`])
    expect(await refusal(readJson(post(body), schema))).toEqual({
      status: 400,
      text: 'That could not be read. Please load the page again.',
    })
})
