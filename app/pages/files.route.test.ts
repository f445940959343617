import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../server/files/storage.server.ts'
import { loader } from './files.route.ts'

afterEach(() => vi.restoreAllMocks())

test('a file is closed if the client has left while it was opened', async () => {
  const leaving = new AbortController()
  const cancel = vi.fn()
  vi.spyOn(storage(), 'get').mockImplementation(async () => {
    leaving.abort()
    return new ReadableStream({ cancel })
  })
  const params = { '*': 'profile_pictures/7f9c2ba4-e88f-427d-8cdd-8a7d6f7f1a11/Ab-3_x.webp' }
  const request = new Request('http://playhall.example/', { signal: leaving.signal })
  await expect(loader({ request, params } as never)).rejects.toThrow('aborted')
  expect(cancel).toHaveBeenCalledOnce()
})
