import { request } from 'node:http'

export type Answer = {
  /** `GET /games?q=…` */
  to: string
  /** 0 if there was no response. */
  status: number
  ms: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

type RequestOptions = {
  method?: string
  cookie?: string
  /** Fields of a form, a value to send as JSON, or a body with its own type. */
  form?: Record<string, string>
  json?: unknown
  body?: FormData
  accept?: string
  timeout?: number
}

/** This only ends a hang. */
const TIMEOUT_MS = 120_000
let asked = 0

/**
 * Sends one request on a new connection, each from a different apparent address, so that no limit applies. Never
 * rejects: a request without a response in time has the status 0.
 */
export async function sendRequest(url: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { accept = 'text/html,*/*', cookie, timeout = TIMEOUT_MS } = options
  const method = options.method ?? (options.form || options.body ? 'POST' : 'GET')
  const { type, bytes } = await bodyOf(options)
  const { host, port, origin } = new URL(url)
  const started = performance.now()
  const number = ++asked
  return new Promise((resolve) => {
    const give = (answer: Omit<Answer, 'to' | 'ms'>) => {
      clearTimeout(late)
      resolve({ ...answer, to: `${method} ${path}`, ms: performance.now() - started })
    }
    const none = (why: string) => give({ status: 0, text: why, headers: {} })
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: {
        host,
        origin,
        accept,
        'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        ...(cookie && { cookie }),
        ...(type && { 'content-type': type }),
        ...(bytes && { 'content-length': bytes.length }),
      },
    })
    const late = setTimeout(() => {
      none(`no response in ${timeout / 1000} s`)
      sent.destroy()
    }, timeout)
    sent.on('error', (error) => none(error.message))
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.on('error', (error) => none(error.message))
      answer.on('end', () => give({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
    })
    sent.end(bytes)
  })
}

async function bodyOf({ form, json, body }: RequestOptions): Promise<{ type?: string; bytes?: Buffer }> {
  if (form) {
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(form).toString()) }
  }
  if (json) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
  if (!body) return {}
  const encoded = new Response(body)
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) }
}
