import type { IncomingMessage } from 'node:http'

/** What a request may bring: an upload of 2 MB with its form around it. */
export const MAX_BODY_BYTES = 4 << 20

/** The whole body; null where it is larger than MAX_BODY_BYTES. Rejects when the client breaks off. */
export function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(incoming.headers['content-length']) > MAX_BODY_BYTES) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) resolve(null)
      else chunks.push(chunk)
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', () => reject(new Error('The client broke off')))
  })
}
