import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { playerBlocks } from '../../app/db/schema/community.server.ts'
import { notifications } from '../../app/db/schema/notifications.server.ts'
import { listed } from '../../app/db/listed.server.ts'
import { createPlayer, type PlayerRow } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'
import { violationsOf } from './accessibility.ts'
import { openPortalDatabase, signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

/** Creates an author with a post and a wishlist, and opens the post. */
async function createAuthor(
  values: Parameters<typeof createPlayer>[0] = {},
): Promise<{ author: PlayerRow; at: string }> {
  await openPortalDatabase()
  const author = await createPlayer({ fullName: 'Mara Voss', ...values })
  const post = await createPost({ playerId: author.id, title: 'Past gate four', likes: 3 })
  await database().execute(sql`
    insert into wishlist_entries (player_id, game_id)
    select ${author.id}, id from games where ${sql.raw(listed())} and not is_original order by id limit 8`)
  return { author, at: `/community/${post.id}` }
}

/** The dialog; another test checks the page below it. */
const DIALOG = { only: 'dialog[open]' }

const linkOf = (page: Page, { username }: PlayerRow) =>
  page.locator('main').getByRole('link', { name: username }).first()

test.describe('with little motion', () => {
  test.use({ reducedMotion: 'reduce' } as object)

  test('a name opens the player’s dialog by keyboard, which returns the focus', async ({ page, context }) => {
    await signedInPlayer(context)
    const { author, at } = await createAuthor()
    await page.goto(at)
    await linkOf(page, author).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: author.username })
    await expect(dialog.getByText('Mara Voss')).toBeVisible()
    await expect(dialog.getByRole('tabpanel', { name: 'Posts' }).getByText('Past gate four')).toBeVisible()
    await expect(page).toHaveURL(at)
    expect(await violationsOf(page, DIALOG)).toEqual([])

    await dialog.getByRole('tab', { name: 'Posts' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('tab', { name: 'Wishlist' })).toBeFocused()
    await expect(dialog.getByRole('tabpanel', { name: 'Wishlist' }).getByRole('listitem')).toHaveCount(6)
    expect(await violationsOf(page, DIALOG)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(linkOf(page, author)).toBeFocused()

    await linkOf(page, author).click()
    await dialog.getByRole('link', { name: 'Open full profile' }).click()
    await expect(page).toHaveURL(`/players/${author.username}`)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible()
    await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Wishlist' }).click()
    await expect(page).toHaveURL(`/players/${author.username}?tab=wishlist`)
    await expect(page.locator('.card-grid .card')).toHaveCount(8)
    expect(await violationsOf(page)).toEqual([])
  })

  test('a click with a key pressed is left to the browser', async ({ page }) => {
    const { author, at } = await createAuthor()
    await page.goto(at)
    // Prevents the new tab, because in two of 140 runs Chromium or Playwright never reported it.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        Object.assign(window, { isLeft: !event.defaultPrevented })
        event.preventDefault()
      })
    })
    await linkOf(page, author).click({ modifiers: ['ControlOrMeta'] })
    expect(await page.evaluate('isLeft')).toBe(true)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test.describe('if the profile fails to load', () => {
    test.use({ expectedErrors: [/status of (500|404)/] })

    test('it is requested once more, then Retry is offered, and a deleted player is reported', async ({ page }) => {
      const { author, at } = await createAuthor()
      let asked = 0
      let answer = () => {}
      const seen = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/card', async (route) => {
        asked++
        await seen
        await (asked < 3 ? route.fulfill({ status: 500 }) : route.fallback())
      })
      await page.goto(at)
      await linkOf(page, author).click()
      const dialog = page.getByRole('dialog', { name: author.username })
      await expect(dialog.getByRole('status', { name: 'Loading' })).toBeVisible()
      answer()
      await expect(dialog.locator('.profile-failed')).toContainText('The profile could not be loaded.')
      expect(asked).toBe(2)
      expect(await violationsOf(page, DIALOG)).toEqual([])
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByText('Mara Voss')).toBeVisible()
      await page.keyboard.press('Escape')

      await page.route('**/card', (route) => route.fulfill({ status: 404 }))
      await page.reload()
      await linkOf(page, author).click()
      await expect(dialog.getByText('This player doesn’t exist.')).toBeVisible()
    })
  })

  test.describe('with the post of the blocked player', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('a player blocks another in the dialog and unblocks them in the account', async ({ page, context }) => {
      const player = await signedInPlayer(context)
      const { author, at } = await createAuthor()
      await page.goto(at)
      await linkOf(page, author).click()
      const dialog = page.getByRole('dialog', { name: author.username })
      await dialog.getByRole('link', { name: 'Block', exact: true }).click()
      const question = dialog.getByRole('group', { name: `Block ${author.username}?` })
      await expect(question).toBeFocused()
      expect(await violationsOf(page, DIALOG)).toEqual([])
      await question.getByRole('link', { name: 'Cancel' }).click()
      await expect(dialog.getByRole('link', { name: 'Block', exact: true })).toBeFocused()
      await dialog.getByRole('link', { name: 'Block', exact: true }).click()
      await question.getByRole('button', { name: `Block ${author.username}` }).click()
      await expect(dialog.getByText(`You have blocked ${author.username}.`)).toBeVisible()
      await expect(dialog.getByText('Past gate four')).toHaveCount(0)
      expect(await database().$count(playerBlocks, eq(playerBlocks.playerId, player.id))).toBe(1)

      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
      await page.goto('/account')
      await page.getByRole('link', { name: 'Show blocked players' }).click()
      await expect(page).toHaveURL('/account/blocked')
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: `Unblock ${author.username}` }).click()
      await expect(page.getByText('You have not blocked anyone.')).toBeVisible()
      await expect(page.getByRole('status').getByText(`You have unblocked ${author.username}`)).toBeVisible()
    })
  })

  test('the bell leads to the notifications, which are marked as read by opening them or all at once', async ({
    page,
    context,
  }) => {
    const player = await signedInPlayer(context)
    const other = await createPlayer()
    const post = await createPost({ playerId: player.id, title: 'Past gate four' })
    const comment = await createComment(other, post, { content: 'Works with the pad too.' })
    await database()
      .insert(notifications)
      .values([
        { playerId: player.id, kind: 'like', postId: post.id, actorId: other.id, times: 4 },
        { playerId: player.id, kind: 'comment', postId: post.id, commentId: comment.id, actorId: other.id },
        ...Array.from({ length: 10 }, (_, at) => ({
          playerId: player.id,
          kind: 'decision' as const,
          words: `No ${at}`,
        })),
      ])
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/terms')
    const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
    await expect(bell).toHaveText('9+')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await bell.click()
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: /and 3 others liked "Past gate four"/ }).click()
    await expect(page).toHaveURL(`/community/${post.id}`)
    await page.goto('/notifications')
    await expect(page.locator('.notification', { hasText: 'New' })).toHaveCount(10)
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0)
    await expect(page.locator('.notification', { hasText: 'New' })).toHaveCount(0)
    await database().delete(notifications).where(eq(notifications.playerId, player.id))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  })
})

test('the profile choices in the menu’s dialog are saved', async ({ page, context }) => {
  const player = await signedInPlayer(context)
  await page.goto('/terms')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog.getByLabel('Show my wishlist on my profile')).toBeChecked()
  await dialog.getByLabel('Show my wishlist on my profile').uncheck()
  await dialog.getByLabel('Email me about new notifications, at most once a day').check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await page.goto(`/players/${player.username}?tab=wishlist`)
  await expect(page.getByText('Only you see this')).toBeVisible()
  await page.goto('/account/profile')
  await expect(page.getByLabel('Email me about new notifications, at most once a day')).toBeChecked()
})
