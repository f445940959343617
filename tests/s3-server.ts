import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type S3Server = {
  /** What S3_* would say. */
  settings: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  /** What it holds, by key. */
  objects: Map<string, { content: Buffer; type: string }>
  /** From now on every request is answered with this status; 0 for as usual. */
  failWith: (status: number) => void
  /** Runs before each answer is made. */
  beforeAnswer: (() => Promise<unknown>) | null
  close: () => Promise<void>
}

const REGION = 'eu-test-1'
const KEY_ID = 'AKIDTEST'
const SECRET = 'the secret of the bucket'
const SKEW_MS = 15 * 60_000

/**
 * A service with one bucket that speaks as much S3 as the portal uses, and that checks each request's AWS Signature
 * Version 4 from the request alone, as the documentation of AWS describes it.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  let failure = 0
  const server = createServer((req, res) => {
    void (async () => {
      const body = await readAll(req)
      if (failure) return refuse(res, failure, 'InternalError')
      const fault = faultOfSignature(req, body)
      if (fault) return refuse(res, 403, fault)
      await s3.beforeAnswer?.()
      answer(req, res, body, objects)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3Server = {
    settings: { endpoint, bucket: 'bucket', region: REGION, accessKeyId: KEY_ID, secretAccessKey: SECRET },
    objects,
    failWith: (status) => (failure = status),
    beforeAnswer: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return s3
}

function answer(req: IncomingMessage, res: ServerResponse, body: Buffer, objects: S3Server['objects']): void {
  const url = new URL(req.url ?? '/', 'http://stub')
  const [, bucket, ...pieces] = url.pathname.split('/').map(decodeURIComponent)
  const key = pieces.join('/')
  if (bucket !== 'bucket') return refuse(res, 404, 'NoSuchBucket')
  if (req.method === 'GET' && !key) return list(res, url.searchParams, objects)
  if (req.method === 'PUT' && key) {
    objects.set(key, { content: body, type: req.headers['content-type'] ?? '' })
    res.writeHead(200, { ETag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    return
  }
  if (req.method === 'DELETE' && key) {
    objects.delete(key)
    res.writeHead(204).end()
    return
  }
  const object = objects.get(key)
  if (req.method !== 'GET') return refuse(res, 405, 'MethodNotAllowed')
  if (!object) return refuse(res, 404, 'NoSuchKey')
  res.writeHead(200, { 'Content-Type': object.type, 'Content-Length': object.content.length }).end(object.content)
}

/** At most `max-keys` at a time; the token to go on with is the last key. */
function list(res: ServerResponse, asked: URLSearchParams, objects: S3Server['objects']): void {
  const after = asked.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).toSorted()
  const page = keys.slice(0, Number(asked.get('max-keys') ?? 1000))
  const rest = page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const entries = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.content.length}</Size></Contents>`,
  )
  res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${Boolean(rest)}</IsTruncated>${rest}${entries.join('')}</ListBucketResult>`,
    )
}

function refuse(res: ServerResponse, status: number, code: string): void {
  res
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** The code that AWS would refuse with; null where the signature is right. */
function faultOfSignature(req: IncomingMessage, body: Buffer): string | null {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', signedHeaders = '', signature = ''] = form.exec(req.headers.authorization ?? '') ?? []
  if (!signature) return 'AccessDenied'
  const [keyId, day, region, service, end] = credential.split('/')
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId'
  const at = String(req.headers['x-amz-date'])
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? []
  if (Math.abs(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - Date.now()) > SKEW_MS || `${y}${mo}${d}` !== day)
    return 'RequestTimeTooSkewed'
  if (region !== REGION || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed'
  const names = signedHeaders.split(';')
  const amz = Object.keys(req.headers).filter((name) => name.startsWith('x-amz-'))
  if (['host', ...amz].some((name) => !names.includes(name))) return 'AccessDenied'
  const payload = String(req.headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const [path = '', query = ''] = (req.url ?? '').split('?')
  const canonical = [
    req.method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${String(req.headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`)
  const expected = hmac(key, toSign)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of req) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
