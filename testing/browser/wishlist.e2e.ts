import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import { createPicturedGame } from '../fixtures/games.ts'
import { signIn } from '../fixtures/players.ts'
import { signedInPlayer } from './players.ts'
import { answerGames, expect, test } from './test.ts'
import { collectToasts, GAME, heartOnBar, toast, wishesOf } from './wishes.ts'

test('the hearts of a game agree in all tabs, and a removed entry can be restored on the wishlist', async ({
  page,
  context,
}) => {
  await answerGames(page)
  const player = await signedInPlayer(context)
  const other = await context.newPage()
  await other.goto('/category/puzzle')
  const otherHeart = other.getByRole('button', { name: 'Add 2048 to wishlist' })
  await expect(otherHeart).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/category/puzzle')
  const heart = page.getByRole('button', { name: 'Add 2048 to wishlist' })
  await heart.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Added to your wishlist!')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(otherHeart).toHaveAttribute('aria-pressed', 'true')
  expect(await wishesOf(player.id)).toBe(1)
  // A background tab paints once a second, too rarely to catch a toast.
  await other.close()

  await page.goto('/games/2048')
  await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'My Wishlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeVisible()
  const card = page.locator('.card-grid .card-title', { hasText: '2048' })
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Add 2048 to wishlist' }).focus()
  await page.keyboard.press('Space')
  // A toast stays while the pointer is on it.
  await toast(page, 'Removed from your wishlist!').hover()
  await expect(card).toBeHidden()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Games' })).toHaveAttribute('href', '/games')
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeFocused()
  await expect.poll(() => wishesOf(player.id)).toBe(0)
  await toast(page, 'Removed from your wishlist!').getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await expect.poll(() => wishesOf(player.id)).toBe(1)
})

test('a long wishlist has pages, and closes its gaps', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  const some = await database().select({ id: games.id }).from(games).where(sql.raw(listed())).limit(50)
  await database()
    .insert(wishlistEntries)
    .values(some.map(({ id }) => ({ playerId: player.id, gameId: id })))
  await page.goto('/wishlist')
  const cards = page.locator('.card-grid .card')
  await expect(cards).toHaveCount(48)
  await expect(page.getByText('50 games, newest first')).toBeVisible()
  await page.locator('.card-grid .card-action').first().click()
  await expect(page.getByText('49 games, newest first')).toBeVisible()
  await expect(cards).toHaveCount(48)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/wishlist\?page=2$/)
  await expect(cards).toHaveCount(1)
  await page.locator('.card-grid .card-action').click()
  await expect(page).toHaveURL(/\/wishlist$/)
  await expect(cards).toHaveCount(48)
})

test.describe('a change that the server refuses', () => {
  test.use({ expectedErrors: [/\/wishlist\/entries\/|\/reaction|\/plays/] })

  test('is undone and reported, and meanwhile nothing else is sent', async ({ page, context }) => {
    await answerGames(page)
    await signedInPlayer(context)
    const toasts = await collectToasts(page)
    await page.goto(GAME)
    const [heart, like] = [heartOnBar(page), page.getByRole('button', { name: /^Like, / })]
    const answers = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/wishlist\/entries\/|\/reaction$/, async (route) => {
      asked++
      await answers.promise
      await route.fulfill({ status: 500, contentType: 'text/plain', body: 'Something went wrong' })
    })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await heart.click()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await like.click()
    answers.resolve()
    const failures = () => toasts.filter((title) => title.startsWith('Failed')).toSorted()
    await expect.poll(failures).toEqual(['Failed to update like', 'Failed to update wishlist'])
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    expect(asked).toBe(2)
  })

  test('because the session ended elsewhere asks to log in, and the entry is not lost', async ({ page, context }) => {
    await answerGames(page)
    const player = await signedInPlayer(context)
    await page.goto(GAME)
    await database().delete(sessions).where(eq(sessions.playerId, player.id))
    await page.getByRole('button', { name: /^Like, / }).click()
    const said = toast(page, 'You are signed out. Please sign in again.')
    await expect(said.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Like, / })).toHaveAttribute('aria-pressed', 'false')

    // From here on the page is a visitor's.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await heartOnBar(page).click()
    await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(toast(page, 'Please login to add games to your wishlist')).toBeVisible()
    const { cookie } = await signIn(player)
    await context.addCookies([
      { name: cookie.split('=')[0]!, value: cookie.slice(cookie.indexOf('=') + 1), url: new URL('/', page.url()).href },
    ])
    await page.reload()
    await expect(toast(page, 'Moved to your account: 1 wish')).toBeVisible()
    expect(await wishesOf(player.id)).toBe(1)
  })

  test('on a page that did not know of the sign-out keeps the entry', async ({ page, context }) => {
    await answerGames(page)
    const player = await signedInPlayer(context)
    await page.goto(GAME)
    await database().delete(sessions).where(eq(sessions.playerId, player.id))
    await heartOnBar(page).click()
    await expect(
      toast(page, 'User must be logged in to add to wishlist').getByRole('link', { name: 'Login' }),
    ).toBeVisible()
    await expect(heartOnBar(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => localStorage.getItem('playhall:wishes'))).toContain('"id"')
  })
})

test('two players react at once, and everybody sees the counts', async ({ page, context, browser, baseURL }) => {
  await signedInPlayer(context)
  const path = `/games/${(await createPicturedGame()).slug}`
  await answerGames(page)
  const second = await browser.newContext({ baseURL })
  await signedInPlayer(second)
  const there = await second.newPage()
  await answerGames(there)
  const [like, dislike] = [/^Like, /, /^Dislike, /]
  const button = (tab: Page, name: RegExp) => tab.locator('.stage-bar').getByRole('button', { name })
  await Promise.all([page.goto(path), there.goto(path)])

  await Promise.all([button(page, like).click(), button(there, like).click()])
  await expect(toast(page, 'Thanks for liking this game!')).toBeVisible()
  await expect(toast(there, 'Thanks for liking this game!')).toBeVisible()
  await button(there, dislike).focus()
  await there.keyboard.press('Enter')
  await expect(toast(there, 'Thanks for your feedback!')).toBeVisible()
  await expect(button(there, like)).toHaveAttribute('aria-pressed', 'false')
  await expect(button(there, dislike)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(there, /^Like, 1$/)).toBeVisible()
  await expect(button(there, /^Dislike, 1$/)).toBeVisible()
  await expect(there.locator('.rating')).toHaveText('1 like, 1 dislike')

  await page.reload()
  await expect(button(page, /^Like, 1$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, /^Dislike, 1$/)).toHaveAttribute('aria-pressed', 'false')
  await button(page, like).click()
  await expect(button(page, /^Like, 0$/)).toHaveAttribute('aria-pressed', 'false')

  // A visitor's click only reloads the counts.
  await second.clearCookies()
  await there.goto(`${path}?as=visitor`)
  await button(there, like).click()
  await expect(toast(there, 'Please login to like or dislike games').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(button(there, /^Like, 0$/)).toHaveAttribute('aria-pressed', 'false')
  await expect(button(there, /^Dislike, 1$/)).toHaveAttribute('aria-pressed', 'false')
  await second.close()
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('hearts are always visible, large enough for a finger, and do not overlap the badges', async ({ page }) => {
    await page.goto('/category/puzzle')
    const hearts = page.locator('.card-action')
    await expect(hearts.first()).toBeVisible()
    const faults = await page.locator('.card-grid > li').evaluateAll(
      (items) =>
        items.filter((item) => {
          const heart = item.querySelector('.card-action')!
          const [at, badges] = [
            heart.getBoundingClientRect(),
            item.querySelector('.card-badges')?.getBoundingClientRect(),
          ]
          return (
            at.width < 44 ||
            at.height < 44 ||
            getComputedStyle(heart).opacity !== '1' ||
            (badges && badges.right > at.left)
          )
        }).length,
    )
    expect(faults).toBe(0)
  })

  test('the bar of a game has six finger-sized buttons side by side', async ({ page }) => {
    await page.goto('/games/2048')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const boxes = await page
        .locator('.stage-bar > :is(button, a)')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect).filter((box) => box.width > 0),
        )
      expect(boxes).toHaveLength(6)
      for (const [at, box] of boxes.entries()) {
        expect(box.height).toBe(44)
        expect(box.width).toBeGreaterThanOrEqual(44)
        expect(box.right).toBeLessThanOrEqual(Math.min(width, boxes[at + 1]?.left ?? width))
      }
    }
  })
})
