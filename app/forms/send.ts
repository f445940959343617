import { FAILED, NO_CONNECTION, PROXY_LIMIT, messageOf, postSignedOut } from './failures.ts'

/** An error response with its message. `status` is 0 if there was no response. */
export class SendError extends Error {
  override name = 'SendError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Sends a change from the browser, with `body` as JSON. Returns the response's JSON, or null if it has none. Throws a
 * SendError whose message can be shown. For a 401, the shell has already shown the message, with a Login action.
 */
export async function send<Answer = null>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new SendError(0, NO_CONNECTION)
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  if (!answer.ok) {
    const text = isJson ? ((await answer.json()) as { message?: string }).message : await answer.text()
    const { status } = answer
    const otherwise = status === 413 ? PROXY_LIMIT : `The portal answered ${status}.`
    const message = status === 500 ? FAILED : messageOf(text) || otherwise
    if (status === 401) postSignedOut(message)
    throw new SendError(status, message)
  }
  return (isJson ? await answer.json() : null) as Answer
}
