import { isStorageKey, StorageDownError } from '../server/storage-key.server.ts'
import { storage } from '../server/storage.server.ts'
import type { Route } from './+types/files.route'

/**
 * GET `/files/{key}`: a stored file, which is a picture that we made of a player's. Its name is random and its content never
 * changes, so it is kept for ever; opened by itself it can do nothing (security.md, Uploads).
 */
export async function loader({ params }: Route.LoaderArgs) {
  const key = params['*']
  if (!key.endsWith('.webp') || !isStorageKey(key)) return missing()
  try {
    const file = await storage().get(key)
    if (!file) return missing()
    return new Response(file, {
      headers: {
        'Content-Type': 'image/webp',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  } catch (error) {
    if (!(error instanceof StorageDownError)) throw error
    return plain('This file cannot be had just now. Please try again in a moment.', 503, { 'Retry-After': '30' })
  }
}

function missing(): Response {
  return plain('There is no such file.', 404)
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
