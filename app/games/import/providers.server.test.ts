import { expect, test } from 'vitest'
import { findProvider, PROVIDERS } from './providers.server.ts'

test.each(['gamemonetize', 'gamedistribution', 'gamepix', 'playgama', 'htmlgames', 'famobi'])(
  '%s is found by its name in any case',
  (name) => {
    expect(findProvider(name)?.name).toBe(name)
    expect(findProvider(name.toUpperCase())?.name).toBe(name)
  },
)

test.each(['', 'nobody', 'constructor', '__proto__'])('there is no provider %j', (name) => {
  expect(findProvider(name)).toBe(null)
})

test('names and hosts of games belong to one provider each', () => {
  const names = PROVIDERS.map(({ name }) => name)
  const hosts = PROVIDERS.flatMap(({ gameHosts }) => gameHosts)
  expect([new Set(names).size, new Set(hosts).size]).toEqual([names.length, hosts.length])
  for (const host of hosts) expect(new URL(`https://${host}/`).host).toBe(host)
})
