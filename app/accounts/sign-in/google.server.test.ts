import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createFairQueue } from '../../server/http/fair-queue.server.ts'
import { config } from '../../server/process/config.server.ts'
import { finishGoogle } from './google.server.ts'

test('a sign-in that waits for the issuer occupies no slot of pages', async () => {
  const isAsked = Promise.withResolvers<void>()
  const issuer = createServer(() => isAsked.resolve()).listen(0, '127.0.0.1')
  await new Promise((resolve) => issuer.once('listening', resolve))
  const { port } = issuer.address() as AddressInfo
  config().google = { clientId: 'the-client', clientSecret: 'the-secret', issuer: `http://127.0.0.1:${port}` }
  const { run } = createFairQueue({ slots: 1, perClient: 1, waitingPerClient: 1, waiting: 1, timeoutMs: 60_000 })
  const headers = { cookie: 'playhall_state=made-up' }
  const request = new Request('http://playhall.example/api/auth/callback/google?state=made-up', { headers })
  const answer = run('mara', () => finishGoogle(request))
  await isAsked.promise
  const first = await Promise.race([run('jo', async () => 'jo'), answer])
  issuer.closeAllConnections()
  issuer.close()
  expect(await answer).toEqual({ failure: 'google' })
  expect(first).toBe('jo')
})
