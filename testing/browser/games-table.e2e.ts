import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

test('with Shift, a click selects all games from the last clicked one, and actions stay in view on a phone', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/games')
  const boxes = page.locator('input[name="game"]')
  const ticked = page.locator('input[name="game"]:checked')
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(ticked).toHaveCount(4)
  await expect(page.getByText('4 games selected')).toBeVisible()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(ticked).toHaveCount(1)
  await expect(page.getByText('1 game selected')).toBeVisible()
  const search = page.getByLabel('Search titles')
  await search.fill(await page.locator('.games-name a').nth(9).innerText())
  await expect(ticked).toHaveCount(0)
  await expect(page.getByText('1 game selected')).toHaveCount(0)
  await search.fill('')
  await expect(boxes.nth(9)).toBeVisible()
  await boxes.nth(1).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.games-name').nth(9).scrollIntoViewIfNeeded()
  await expect(page.getByRole('combobox', { name: 'Action' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('1 game selected')).toBeInViewport()
})

test('the page has the focus after a filter is removed and on the next page', async ({ page, context }) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/games?original=1')
  await page.getByRole('link', { name: 'Remove this filter' }).press('Enter')
  await expect(page).toHaveURL('/admin/games')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Next page' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/games\?after=\d+$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a game with unsaved changes asks before it is left or closed, and leads back to the filtered table', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/games?original=1')
  const back = page.getByRole('link', { name: 'Back to the games' })
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.locator('.games-name a').first().click()
  const title = page.getByLabel('Title', { exact: true })
  const before = await title.inputValue()
  await title.fill('Not saved')
  await back.click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(title).toHaveValue('Not saved')
  await back.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/games\?original=1$/)
  await page.locator('.games-name a').first().click()
  await expect(title).toHaveValue(before)
  // What is as before is not unsaved.
  await title.fill('Not saved')
  await title.fill(before)
  await back.click()
  await expect(page).toHaveURL(/\/admin\/games\?original=1$/)

  await page.locator('.games-name a').first().click()
  await title.fill('Not saved')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await closing
})
