import { expect, test } from './test.ts'

test('the daily puzzle opens by its address, is played by keys to its end, and its result is copied out of the frame', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/games/lamplighter#daily')
  const game = page.frameLocator('iframe[title="Lamplighter"]')
  await expect(game.getByRole('heading', { name: 'Today’s show' })).toBeVisible()
  await game
    .getByRole('group', { name: /^Wiring/ })
    .getByRole('button')
    .first()
    .press('h')
  const done = game.getByRole('heading', { name: 'The show can go on' })
  for (let hints = 0; hints < 120; hints++) {
    const hint = game.getByRole('button', { name: 'Hint' })
    if (await hint.isDisabled()) break
    await page.keyboard.press('h')
  }
  await expect(done).toBeVisible()
  await game.getByRole('button', { name: 'Share' }).click()
  await expect(game.getByRole('button', { name: 'Copied' })).toBeVisible()
  const words = await page.evaluate(() => navigator.clipboard.readText())
  expect(words).toMatch(/^Lamplighter \d+, /)
  expect(words).toContain(new URL('/games/lamplighter#daily', page.url()).href)

  // What was done is kept by the portal, and the calendar shows it.
  await page.goto('/games/lamplighter')
  await game.getByRole('button', { name: /^Past shows/ }).click()
  await expect(game.locator('.day.today')).toHaveAccessibleName(/1 of 3 stars/)
})
