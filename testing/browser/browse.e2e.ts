import type { Page } from '@playwright/test'
import { violationsOf } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { answerGames, expect, paint, test } from './test.ts'

/** A small page: every page has the header. */
const LIGHT = '/terms'

const search = (page: Page) => page.getByRole('combobox', { name: 'Search games' }).first()

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('controls that need it are hidden, and menus open', async ({ page, context }) => {
    // testing/requests/without-script.test.ts covers reading and forms without script.
    await signedInPlayer(context)
    await page.goto('/')
    await expect(page.locator('.recent-placeholder')).toBeHidden()
    await page.goto('/games/2048')
    await expect(page.getByRole('button', { name: /wishlist|like/i })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
    await expect(page.getByText('Loading 2048')).toBeHidden()
    const header = page.getByRole('navigation', { name: 'Main' })
    await header.getByRole('button', { name: 'More' }).click()
    await expect(header.getByRole('link', { name: 'Contact' })).toBeVisible()
  })
})

test('a slow page shows a placeholder meanwhile', async ({ page }) => {
  await page.goto(LIGHT)
  const seen = Promise.withResolvers<void>()
  await page.route('**/games.data*', async (route) => {
    await seen.promise
    await route.fallback()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Games', exact: true }).click()
  await expect(page.locator('.skeleton').first()).toBeVisible()
  seen.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
})

test('search opens and moves by arrow keys, and closes by Escape or a click elsewhere', async ({ page }) => {
  await page.goto(LIGHT)
  const field = search(page)
  await field.fill('turbo')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'false')
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { name: 'See all results' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await field.fill('zzzz')
  await expect(page.getByText('No games found matching "zzzz"')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('No games found matching "zzzz"')).toBeHidden()
})

test('cards and menus navigate without a load, Back returns the focus to the link, and signing in returns', async ({
  page,
}) => {
  await answerGames(page)
  await page.goto('/')
  await page.evaluate(() => ((globalThis as { same?: boolean }).same = true))
  await page.getByRole('link', { name: 'View All: New Games' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Games')
  const card = page.locator('main a.card').nth(2)
  const address = (await card.getAttribute('href'))!
  await card.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(address)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Games')
  await expect(page.locator(`main a[href="${address}"]:focus`)).toHaveCount(1)
  expect(await page.evaluate(() => (globalThis as { same?: boolean }).same)).toBe(true)
  await page.goForward()
  await page.waitForURL(address)
  // A link to the current page adds nothing to the history.
  const entry = () => page.evaluate(() => [history.length, (history.state as { key: string }).key])
  const [entries, key] = await entry()
  await page.evaluate(() =>
    document.querySelector('#main')!.insertAdjacentHTML('afterbegin', `<a href="${location.pathname}">Here</a>`),
  )
  await page.getByRole('link', { name: 'Here', exact: true }).click()
  await expect.poll(async () => (await entry())[1]).not.toBe(key)
  expect((await entry())[0]).toBe(entries)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL(`/login?next=${encodeURIComponent(address)}`)
})

test('Enter opens the selected game, or without a selection the results with the term', async ({ page }) => {
  await answerGames(page)
  await page.goto(LIGHT)
  const field = search(page)
  await field.pressSequentially('ladders')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/games\?q=ladders$/)
  await expect(page.getByText('1 game for “ladders”')).toBeVisible()
  await expect(field).toHaveValue('ladders')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.reload()
  await expect(field).toHaveValue('ladders')
  await field.focus()
  await expect(page.getByRole('option', { name: /Ladders & Snails/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /Ladders & Snails/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/games\/ladders-snails$/)
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('ladders')
})

test('an empty search suggests popular games, popovers close without the focus, and the last row shows all', async ({
  page,
}) => {
  await page.goto(LIGHT)
  const field = search(page)
  await field.focus()
  await expect(page.getByText('Popular now')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(8)
  expect(await violationsOf(page, { only: '.header' })).toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.locator('#more')).toBeVisible()
  for (let at = 0; at < 12 && (await page.locator('#more').isVisible()); at++) await page.keyboard.press('Tab')
  await expect(page.locator('#more')).toBeHidden()
  await field.fill('turbo')
  await page.getByRole('option', { name: 'See all results' }).click()
  await expect(page).toHaveURL(/\/games\?q=turbo$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Games matching "turbo"')
})

test('a typing error is corrected, and the page shows it', async ({ page }) => {
  await page.goto(LIGHT)
  await search(page).fill('laddres')
  await expect(page.getByText('No results for “laddres”. Showing “ladders”.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await violationsOf(page, { only: '.header' })).toEqual([])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results for “laddres”. Showing 1 game for “ladders”.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('a category shows all its games in pages, sortable', async ({ page }) => {
  await page.goto('/category/action')
  await expect(page.getByText(/^[\d,]+ games$/).first()).toBeVisible()
  await page.getByRole('link', { name: 'A–Z' }).click()
  await expect(page).toHaveURL(/\/category\/action\?order=a-z$/)
  await expect(page.getByRole('link', { name: 'A–Z' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/\/category\/action\?order=a-z&page=2$/)
})

test('a new term shows that the search is running, without the previous hits, and Enter submits it', async ({
  page,
}) => {
  await page.goto(LIGHT)
  const field = search(page)
  /** Delays responses until the returned function is called. */
  const hold = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/search?q=*', async (route) => {
      await promise
      await route.fallback()
    })
    return resolve
  }
  const releaseFirst = await hold()
  await field.pressSequentially('t')
  await expect(page.getByText('Searching...')).toBeVisible()
  releaseFirst()
  await field.fill('turbo')
  await expect(page.getByRole('option').first()).toBeVisible()
  const releaseSecond = await hold()
  await field.fill('ladders')
  await expect(page.getByText('Searching...')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  releaseSecond()
  await expect(page.getByRole('option', { name: /Ladders & Snails/ })).toBeVisible()
  const releaseThird = await hold()
  await field.fill('zzzz')
  await expect(page.getByText('Searching...')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/games\?q=zzzz$/)
  releaseThird()
})

test('another page of a list scrolls up to its top without a jump and has the focus', async ({ page }) => {
  await page.goto('/games')
  let number = 1
  // A busy machine may paint nothing in between.
  await expect(async () => {
    const next = page.getByRole('link', { name: `Page ${++number}`, exact: true })
    await next.scrollIntoViewIfNeeded()
    const from = await page.evaluate(() => {
      const seen: number[] = []
      addEventListener('scroll', () => seen.push(scrollY))
      Object.assign(window, { seen })
      return scrollY
    })
    await next.click()
    await expect(page).toHaveURL(`/games?page=${number}`)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
    expect(seen.filter((y) => y > 0 && y < from).length).toBeGreaterThan(1)
  }).toPass()
  await page.getByRole('link', { name: `Page ${++number}`, exact: true }).press('Enter')
  await expect(page).toHaveURL(`/games?page=${number}`)
  await expect(page.getByRole('main')).toBeFocused()
})

test('tags toggle in the address', async ({ page }) => {
  await page.goto('/tags')
  await expect(page.getByRole('heading', { name: 'Select tags to find games' })).toBeVisible()
  await page.getByRole('link', { name: 'puzzle', exact: true }).click()
  await expect(page).toHaveURL(/\/tags\?tags=puzzle$/)
  await expect(page.getByText('Selected Tags:')).toBeVisible()
  await page.getByText(/^Show More \(\d+\)$/).click()
  await expect(page.getByText('Show Less', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: '2D', exact: true }).click()
  await expect(page).toHaveURL(/tags=puzzle,2D$/)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/tags$/)
})

test('on a phone the menu and the search open as sheets', async ({ page }) => {
  await answerGames(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const turned = page.evaluate(() => new Promise((resolve) => addEventListener('wheel', resolve, { once: true })))
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 900)
  await turned
  await paint(page, 3)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Stickman' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stickman Games')
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
  // Until the new page has the focus, its arrival closes whatever is open.
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Search games' }).last()
  await field.fill('ladders')
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/ladders-snails/)
  // The main part gets the focus, and then the game.
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('#main, iframe'))).toBe(true)

  // They close, too, if the link leads to the current page or changes only the query.
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('ladders')
  await page
    .getByRole('option', { name: /ladders/i })
    .first()
    .click()
  await expect(field).toBeHidden()
  await page.goto('/games')
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('ladders')
  await page.getByRole('option', { name: 'See all results' }).click()
  await expect(page).toHaveURL('/games?q=ladders')
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Games', exact: true }).click()
  await expect(page).toHaveURL('/games')
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
})

test.describe('pictures that fail to load', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a failed picture is replaced by the game’s poster, and a failed poster by the placeholder', async ({
    page,
  }) => {
    await page.route(/\/pictures\/\d+\/(320|640)$/, (route) => route.abort())
    // The first poster loads, and all others fail.
    let loaded: string | undefined
    await page.route(/\/pictures\/\d+\/poster$/, (route) => {
      const { pathname } = new URL(route.request().url())
      loaded ??= pathname
      return pathname === loaded ? route.fallback() : route.abort()
    })
    await page.goto('/games')
    await expect(page.locator('img.card-picture[src="/placeholder.svg"]').first()).toBeVisible()
    const picture = page.locator(`img.card-picture[src="${loaded}"]`).first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  })
})
