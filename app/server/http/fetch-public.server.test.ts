import dns from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { type FetchError, fetchHead, type FetchLimits, isPublicAddress, publicFetcher } from './fetch-public.server.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(address: string, limits: FetchLimits = {}): Promise<string> {
  return collect(publicFetcher({ allowLoopback: true, ...limits })(address))
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

test('returns the response body', async () => {
  const site = await serve((_request, response) => response.end('[1,2]'))
  expect(await read(site)).toBe('[1,2]')
  expect(await read(site.replace('127.0.0.1', 'localhost'))).toBe('[1,2]')
})

test('requests compressed responses and decompresses them', async () => {
  const pack = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, deflate: zlib.deflateSync }
  for (const [encoding, packed] of Object.entries(pack)) {
    const site = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, br')
      response.setHeader('content-encoding', encoding).end(packed('x'.repeat(100_000)))
    })
    expect(await read(site)).toHaveLength(100_000)
  }
})

test('refuses unknown and broken encodings', async () => {
  const broken = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'))
  await expect(read(broken)).rejects.toThrow('does not match its Content-Encoding')
  const odd = await serve((_request, response) => response.setHeader('content-encoding', 'zstd, gzip').end('x'))
  await expect(read(odd)).rejects.toThrow('is encoded in a way that is not known: zstd, gzip')
})

test.each([
  'http://127.0.0.1/', 'http://localhost/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.1.1/', 'http://169.254.169.254/latest/', 'http://100.64.0.1/', 'http://0.0.0.0/',
  'http://224.0.0.1/', 'http://255.255.255.255/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[::]/', 'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/', 'http://[::127.0.0.1]/', 'https://127.0.0.1/',
])('%s is not public', async (address) => {
  await expect(collect(publicFetcher()(address))).rejects.toThrow('is not public')
}) // prettier-ignore

test('only loopback addresses may be allowed', async () => {
  for (const address of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://0.0.0.0/']) {
    await expect(read(address)).rejects.toThrow('is not public')
  }
})

test('addresses of the public internet are recognized', () => {
  for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'])
    expect(isPublicAddress(address)).toBe(true)
  for (const address of ['', 'example.com', '999.1.1.1', '2001:db8::1']) expect(isPublicAddress(address)).toBe(false)
})

test('refuses other schemes, credentials and unknown hosts', async () => {
  await expect(read('file:///etc/passwd')).rejects.toThrow('is no http(s) address')
  await expect(read('nonsense')).rejects.toThrow('is no http(s) address')
  await expect(read('http://user:secret@127.0.0.1/')).rejects.toThrow('has a name or password in its address')
  await expect(read('http://no-such-host.invalid/')).rejects.toThrow(
    'cannot be read: no-such-host.invalid cannot be found (no answer from DNS)',
  )
})

test('follows at most three redirects', async () => {
  const site = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.end('there')
  })
  expect(await read(`${site}/3`)).toBe('there')
  await expect(read(`${site}/4`)).rejects.toThrow('redirects more than 3 times')
})

test.each([
  ['http://10.0.0.1/', 'is not public: 10.0.0.1'],
  ['http://169.254.169.254/latest/meta-data/', 'is not public: 169.254.169.254'],
  ['file:///etc/passwd', 'redirects to what is no http(s) address'],
  ['http://user:secret@127.0.0.1/', 'has a name or password in its address'],
])('a redirect to %s is checked like an address', async (location, message) => {
  const site = await serve((_request, response) => response.writeHead(301, { location }).end())
  await expect(read(site)).rejects.toThrow(message)
})

test('every status except 200 is refused', async () => {
  for (const status of [204, 304, 404, 500]) {
    const site = await serve((_request, response) => response.writeHead(status).end())
    await expect(read(site)).rejects.toThrow(`answered ${status}`)
  }
})

test('decoded bytes are counted, which stops decompression bombs', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(5e6))
  const site = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
  expect(bomb.length).toBeLessThan(10_000)
  await expect(read(site, { maxBytes: 1e6 })).rejects.toThrow('is larger than 1 MB')
})

test('the limit counts the bytes of all responses of a fetcher', async () => {
  const site = await serve((_request, response) => response.end('x'.repeat(600_000)))
  const fetchPublic = publicFetcher({ allowLoopback: true, maxBytes: 1e6 })
  expect(await collect(fetchPublic(site))).toHaveLength(600_000)
  await expect(collect(fetchPublic(site))).rejects.toThrow('is larger than 1 MB')
})

test('a response that never comes or stops is aborted', async () => {
  const silent = await serve(() => {})
  await expect(read(silent, { idleMs: 100 })).rejects.toThrow('sent nothing for 0.1 s')
  const stopping = await serve((_request, response) => response.write('[1,'))
  await expect(read(stopping, { idleMs: 100 })).rejects.toThrow('sent nothing for 0.1 s')
})

test('a response that arrives too slowly is aborted after the total time', async () => {
  const site = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  await expect(read(site, { idleMs: 60_000, totalMs: 300 })).rejects.toThrow('took more than 0.3 s')
})

test('a slow reader is not mistaken for an idle response', async () => {
  const site = await serve((_request, response) => response.end('x'.repeat(500_000)))
  let length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for await (const chunk of publicFetcher({ allowLoopback: true, idleMs: 1000, totalMs: 1e9 })(site)) {
    length += chunk.length
    vi.advanceTimersByTime(2000)
  }
  vi.useRealTimers()
  expect(length).toBe(500_000)
})

test('a connection that breaks is an error', async () => {
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('[1,')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(read(site)).rejects.toThrow('cannot be read: the connection was cut')
  await expect(read('http://127.0.0.1:1/')).rejects.toThrow('cannot be read: ECONNREFUSED')
})

test('a reader that stops closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const site = await serve((_request, response) => {
    response.on('close', closed.resolve)
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  for await (const chunk of publicFetcher({ allowLoopback: true })(site)) if (chunk.length) break
  await closed.promise
})

test('a head has the status and headers of the last response, whatever the status', async () => {
  const asked: string[] = []
  const site = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/from') response.writeHead(302, { location: '/to' }).end()
    else response.writeHead(404, { 'x-frame-options': 'DENY' }).write('never ends')
  })
  const { url, status, headers } = await fetchHead(`${site}/from`, { allowLoopback: true })
  expect([url.href, status, headers['x-frame-options']]).toEqual([`${site}/to`, 404, 'DENY'])
  expect(asked).toEqual(['GET /from', 'GET /to'])
})

test('each request of a fetch waits until its host may be requested', async () => {
  const hosts: string[] = []
  const site = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/to' }).end()
    else response.end()
  })
  const { host } = new URL(site)
  const onRequest = (asked: string) => Promise.resolve(void hosts.push(asked))
  await fetchHead(`${site}/`, { allowLoopback: true, onRequest })
  expect(hosts).toEqual([host, host])
  const stopped = fetchHead(site, { allowLoopback: true, onRequest: () => Promise.reject(new TypeError('stopped')) })
  await expect(stopped).rejects.toThrow(TypeError)
})

test('a failed fetch states the kind of its fault', async () => {
  const faultOf = (address: string, limits: FetchLimits = {}) =>
    fetchHead(address, { allowLoopback: true, ...limits }).then(
      () => 'none',
      (error: FetchError) => error.fault,
    )
  const site = await serve((request, response) => {
    if (request.url === '/private') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (request.url === '/cut') response.destroy()
  })
  expect(await faultOf(`${site}/private`)).toBe('not public')
  expect(await faultOf(`${site}/cut`)).toBe('silent')
  expect(await faultOf(`${site}/hangs`, { idleMs: 50 })).toBe('silent')
  expect(await faultOf('file:///etc/passwd')).toBe('other')
  const fails = (code: string) =>
    vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
      ;(given.at(-1) as (error: Error) => void)(Object.assign(new Error(code), { code }))
    }) as never)
  fails('ENOTFOUND')
  expect(await faultOf('https://gone.example/')).toBe('unknown host')
  fails('EAI_AGAIN')
  expect(await faultOf('https://gone.example/')).toBe('silent')
  vi.restoreAllMocks()
})
