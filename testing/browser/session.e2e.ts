import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

test('pages of a signed-in player are nobody else’s', async ({ page, context }) => {
  const visited = await page.goto('/')
  expect(visited?.headers()['cache-control']).toContain('public')
  await signedInPlayer(context)
  const own = await page.goto('/')
  expect(own?.headers()['cache-control']).toBe('private, no-store')
  await context.clearCookies()
  const again = await page.goto('/')
  expect(again?.headers()['cache-control']).toContain('public')
})
