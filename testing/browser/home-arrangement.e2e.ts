import type { Page } from '@playwright/test'
import { expectNoFaults } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { collectAborted, expect, holdNext, test } from './test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Rows' }).locator('> li')
const titles = (page: Page) => rows(page).locator('h3').allTextContents()
const places = async (page: Page, ...names: string[]) => {
  const all = await titles(page)
  return names.map((name) => all.indexOf(name))
}

/** Waits until the place of New Games is stored, and reloads the page. The list shows a change before it is stored. */
async function expectStored(page: Page, place: number) {
  const storedPlace = () =>
    page.evaluate(async () => {
      const html = await (await fetch(location.href)).text()
      const stored = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('.sortable h3')
      return [...stored].findIndex((title) => title.textContent === 'New Games')
    })
  await expect.poll(storedPlace).toBe(place)
  await page.reload()
}

test('an operator reorders the rows of the home page by keyboard and by dragging', async ({
  page,
  context,
  expectedErrors,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/home-page')
  const aborted = collectAborted(page)
  const release = await holdNext(page, '**/admin/home-page.data*')
  const [start] = await places(page, 'New Games')
  await expectNoFaults(page, 'the home page in the console')

  // By keyboard: the handle and the button keep the focus.
  const handle = page.getByRole('button', { name: 'Reorder New Games' })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^New Games moved to position \d+ of \d+$/)).toBeAttached()
  await expect(handle).toBeFocused()
  const up = page.getByRole('button', { name: 'Move New Games up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  release()
  await expect.poll(async () => (await places(page, 'New Games'))[0]).toBe(start! - 2)
  await expect(page.getByText('You have changes that are not published')).toBeVisible()
  expect(aborted).toEqual([])
  await expectStored(page, start! - 2)

  // By dragging: below Popular Games, which is further down than the window.
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  const bottom = page.viewportSize()!.height - 4
  await page.mouse.move(from.x + 10, bottom, { steps: 4 })
  await expect
    .poll(async () => {
      const [moved, popular] = await places(page, 'New Games', 'Popular Games')
      return moved! > popular!
    })
    .toBe(true)
  await page.mouse.up()
  const [moved] = await places(page, 'New Games')
  await expect(page.getByText(`New Games moved to position ${moved! + 1} of`)).toBeAttached()
  await expectStored(page, moved!)

  // A row that has just moved when it is released is stored where it is shown.
  await handle.scrollIntoViewIfNeeded()
  const { x, y } = (await handle.boundingBox())!
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  await expect(page.locator('[data-dragged]')).toBeVisible()
  const shown = await page.evaluate(async (clientY) => {
    dispatchEvent(new PointerEvent('pointermove', { clientY }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    dispatchEvent(new PointerEvent('pointerup', { clientY }))
    const all = [...document.querySelectorAll('.sortable h3')]
    return all.findIndex((title) => title.textContent === 'New Games')
  }, y - 200)
  await page.mouse.up()
  expect(shown).toBeLessThan(moved!)
  await expect(page.getByText(`New Games moved to position ${shown + 1} of`)).toBeAttached()
  await expectStored(page, shown)

  // Escape ends a drag without a change.
  await handle.scrollIntoViewIfNeeded()
  const again = (await handle.boundingBox())!
  await page.mouse.move(again.x + 10, again.y + 10)
  await page.mouse.down()
  await page.mouse.move(again.x + 10, again.y - 200, { steps: 4 })
  await expect.poll(async () => (await places(page, 'New Games'))[0]).not.toBe(shown)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect((await places(page, 'New Games'))[0]).toBe(shown)

  // The browser asks before it closes a page whose order is not stored yet.
  const answer = await holdNext(page, '**/home-page.data')
  const question = page.waitForEvent('dialog')
  await handle.press('ArrowDown')
  await page.close({ runBeforeUnload: true })
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  answer()
  await expectStored(page, shown + 1)

  // Without a connection the row returns to its place.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await handle.press('ArrowUp')
  await expect(page.getByText('There is no connection right now.')).toBeVisible()
  await expect.poll(async () => (await places(page, 'New Games'))[0]).toBe(shown + 1)
})

test('a row with a title that is not saved asks before it is left, and keeps what is typed while it is saved', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/home-page/rows/popular')
  const back = page.locator('.back-link')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const title = page.getByLabel('Title of the row')
  await title.fill('Not saved')
  await back.click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(title).toHaveValue('Not saved')

  const release = await holdNext(page, '**/popular.data')
  await page.getByRole('button', { name: 'Save title' }).click()
  await title.fill('Typed meanwhile')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Not saved' })).toBeVisible()
  await expect(title).toHaveValue('Typed meanwhile')
  await back.click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay' }).click()

  await title.fill('')
  await page.getByRole('button', { name: 'Save title' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Popular Games' })).toBeVisible()
  await back.click()
  await expect(page).toHaveURL(/\/admin\/home-page#row-popular$/)
})

test('the main part takes the focus when a focused button disappears with what it removes', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  const main = page.locator('#main')
  await page.goto('/admin/home-page/rows/new?q=minesweeper')
  await page.getByRole('button', { name: 'Add Minesweeper' }).press('Enter')
  await expect(main).toBeFocused()
  const remove = page.getByRole('button', { name: 'Remove Minesweeper' })
  await remove.press('Enter')
  await expect(page.locator('.toast', { hasText: 'Removed from your draft' })).toBeVisible()
  await expect(remove).toHaveCount(0)
  await expect(main).toBeFocused()

  await page.goto('/admin/home-page')
  await page.getByRole('button', { name: 'Switch off New Games' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Switch on New Games' })).toBeFocused()
  const discard = page.getByRole('button', { name: 'Discard' })
  await discard.press('Enter')
  await expect(page.locator('.toast', { hasText: 'Your changes were discarded' })).toBeVisible()
  await expect(discard).toHaveCount(0)
  await expect(main).toBeFocused()
})
