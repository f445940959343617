import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { posts, reports } from '../../app/db/schema/community.server.ts'
import { createPost } from '../fixtures/posts.ts'
import { expectNoFaults } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

const operator = (context: BrowserContext) => signedInPlayer(context, { role: 'operator' })

test.describe('reporting twice', () => {
  test.use({ expectedErrors: [/the server responded with a status of 409/] })

  test('a player reports a post by keyboard; errors are reported, and the dialog returns the focus', async ({
    page,
    context,
  }) => {
    await signedInPlayer(context)
    const post = await createPost({ title: 'Holding a chain past gate four' })
    await page.goto(`/community/${post.id}`)
    const button = page.getByRole('link', { name: /^Report the post/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectNoFaults(page, 'the dialog')
    const send = dialog.getByRole('button', { name: 'Send the report' })
    await send.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please choose a reason')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Spam or advertising' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked()
    await send.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please describe what is wrong')).toBeVisible()
    await expect(dialog.getByLabel('In your own words')).toBeFocused()
    await page.keyboard.type('It tells how the level ends')
    await send.focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Thank you. An operator will review it')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    const [report] = await database()
      .select()
      .from(reports)
      .where(eq(reports.onId, String(post.id)))
    expect(report).toMatchObject({ kind: 'post', reason: 'other', words: 'It tells how the level ends' })

    await page.keyboard.press('Enter')
    await dialog.getByRole('radio', { name: 'Abuse or harassment' }).check()
    await send.click()
    await expect(toast(page, 'You have already reported this')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Abuse or harassment' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('an operator decides by keyboard: approves one post, removes another with a reason, and restores it', async ({
  page,
  context,
}) => {
  await operator(context)
  const name = `Lamps ${crypto.randomUUID()}`
  const held = await createPost({ state: 'held', stateWhy: 'first', title: `${name} one`, createdAt: new Date(0) })
  const second = await createPost({ state: 'held', stateWhy: 'word', title: `${name} two`, createdAt: new Date(1) })
  await page.goto('/admin/moderation')
  const card = (title: string) => page.getByRole('article', { name: title })
  await card(`${name} one`).getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Approved. It is public')).toBeVisible()
  await expect(card(`${name} one`)).toHaveCount(0)
  // The focused button no longer exists.
  await expect(page.getByRole('heading', { name: 'Waiting' })).toBeFocused()
  await expect.poll(() => stateOf(held.id)).toBe('shown')

  await card(`${name} two`).locator('summary').focus()
  await page.keyboard.press('Enter')
  const why = card(`${name} two`).getByLabel('Reason for removing it')
  await why.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card(`${name} two`).getByText('Please give a reason')).toBeVisible()
  await expect(why).toBeFocused()
  await expectNoFaults(page, 'the queue with a refused removal')
  await page.keyboard.type('Advertising')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Removed. Its author sees the reason')).toBeVisible()
  await expect(card(`${name} two`)).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Removed' }).click()
  await expect(card(`${name} two`)).toContainText('Removed: Advertising')
  await expectNoFaults(page, 'the removed posts')
  await card(`${name} two`).getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Restored. It is public again')).toBeVisible()
  await expect.poll(() => stateOf(second.id)).toBe('shown')
  await page.goto('/admin/acts')
  await expect(page.getByRole('row').filter({ hasText: 'restored' }).first()).toBeVisible()
})

test.describe('two operators', () => {
  test.use({ expectedErrors: [/the server responded with a status of 409/] })

  test('the second of two operators learns what the first decided, and keeps the input', async ({
    page,
    context,
    browser,
  }) => {
    await operator(context)
    const name = `Lamps ${crypto.randomUUID()}`
    const post = await createPost({ state: 'held', stateWhy: 'word', title: name, createdAt: new Date(2) })
    const elsewhere = await browser.newContext({ baseURL: process.env.E2E_URL })
    const first = await operator(elsewhere)
    const there = await elsewhere.newPage()
    for (const tab of [page, there]) await tab.goto('/admin/moderation')
    await there.getByRole('article', { name }).getByRole('button', { name: 'Approve' }).click()
    await expect(toast(there, 'Approved. It is public')).toBeVisible()
    const card = page.getByRole('article', { name })
    await card.locator('summary').click()
    await card.getByLabel('Reason for removing it').fill('Advertising')
    await card.getByRole('button', { name: 'Remove it' }).click()
    await expect(card.getByText(`${first.username} has changed this: approved`)).toBeVisible()
    await expect(card.getByLabel('Reason for removing it')).toHaveValue('Advertising')
    expect(await stateOf(post.id)).toBe('shown')
    await elsewhere.close()
  })
})

test('a suspended account is signed out with its next page, and can sign in once the suspension is lifted', async ({
  page,
  context,
  browser,
}) => {
  await operator(context)
  const elsewhere = await browser.newContext({ baseURL: process.env.E2E_URL })
  const { username } = await signedInPlayer(elsewhere)
  const there = await elsewhere.newPage()
  await there.goto('/account')
  await expect(there.getByText(`@${username}`).first()).toBeVisible()
  await page.goto('/admin/players')
  const search = page.getByRole('searchbox', { name: 'Search players' })
  await search.fill(`@${username}`)
  await search.press('Enter')
  await expect(page).toHaveURL(`/admin/players?q=${username}`)
  await expect(search).toHaveValue(username)
  await expect(search).toBeFocused()
  await page.getByRole('link', { name: `Suspend of @${username}` }).click()
  await expect(page.getByRole('radio', { name: 'Until the date below' })).toBeVisible()
  await expectNoFaults(page, 'a suspension')
  await page.getByRole('radio', { name: 'Until the date below' }).check()
  await page.getByLabel('Until', { exact: true }).fill('2020-01-01')
  await page.getByLabel('Reason').fill('Threats')
  await page.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(page.getByText('Please choose a day after today').first()).toBeVisible()
  await page.getByRole('radio', { name: 'A week' }).check()
  await page.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(toast(page, 'Suspended. All sessions of the account have ended')).toBeVisible()
  await expect(page.getByRole('heading', { name: `@${username} is suspended` })).toBeVisible()
  await there.goto('/account')
  await expect(there).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(toast(page, 'Suspension lifted. The account can sign in again')).toBeVisible()
  await elsewhere.close()
})

test('the blocklist is saved and stays in the form', async ({ page, context }) => {
  await operator(context)
  await page.goto('/admin/moderation/words')
  await expectNoFaults(page, 'the words')
  const words = page.getByLabel('Words', { exact: true })
  const list = await words.inputValue()
  await words.fill(`${list}\nZzyzx  Lamps!`)
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(toast(page, 'Blocklist saved')).toBeVisible()
  await expect(words).toHaveValue(/zzyzx lamps/)
  await words.fill('!!!')
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(page.getByText('This line has no letter or digit: !!!').first()).toBeVisible()
  await expect(words).toHaveValue('!!!')
})

test('the menu shows the console and the count of pending work to operators, not to players', async ({
  page,
  context,
}) => {
  await operator(context)
  await createPost({ state: 'held', stateWhy: 'word', createdAt: new Date(3) })
  await page.goto('/terms')
  await page.locator('.user-trigger').click()
  await page.getByRole('link', { name: /^Console \d+\+? pending$/ }).click()
  await expect(page).toHaveURL('/admin/games')
  const menu = page.getByRole('navigation', { name: 'Console' })
  await expect(menu.getByRole('link', { name: /^Games/ })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: /^Moderation \d+\+? waiting$/ })).toHaveAttribute(
    'href',
    '/admin/moderation',
  )
  await signedInPlayer(context)
  await page.goto('/terms')
  await page.locator('.user-trigger').click()
  await expect(page.getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Console|Moderation/ })).toHaveCount(0)
})

async function stateOf(id: number): Promise<string | undefined> {
  const [row] = await database().select().from(posts).where(eq(posts.id, id))
  return row?.state
}
