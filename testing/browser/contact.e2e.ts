import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { CONTACT_DONE, FEEDBACK_DONE } from '../../app/contact/message-rules.ts'
import { database } from '../../app/db/connection.server.ts'
import { messages } from '../../app/db/schema/messages.server.ts'
import { expectNoFaults } from './accessibility.ts'
import { openPortalDatabase, signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

const operator = (context: BrowserContext) => signedInPlayer(context, { role: 'operator' })

async function messageAbout(subject: string) {
  await openPortalDatabase()
  const [row] = await database().select().from(messages).where(eq(messages.subject, subject))
  return row
}

const createMessage = async (values: Partial<typeof messages.$inferInsert>) => {
  await openPortalDatabase()
  const kept = { kind: 'contact', category: 'report', content: 'The lamps stay dark', dueAt: new Date(0) } as const
  const [row] = await database()
    .insert(messages)
    .values({ ...kept, ...values })
    .returning()
  return row as typeof messages.$inferSelect
}

test('a visitor writes by keyboard: a missing field is reported and focused, and the form is empty once it is sent', async ({
  page,
}) => {
  const subject = `Lamps ${crypto.randomUUID()}`
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Berit')
  await page.keyboard.press('Tab')
  await page.keyboard.type('berit@mail.example')
  await page.keyboard.press('Tab')
  await page.keyboard.press('T')
  await expect(page.getByLabel('Category')).toHaveValue('technical')
  await page.keyboard.press('Tab')
  await page.keyboard.type(subject)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message is required')).toBeVisible()
  const message = page.getByLabel('Message', { exact: true })
  await expect(message).toBeFocused()
  await expectNoFaults(page, 'a form with an error')
  await page.keyboard.type('They stay dark')
  // The next user of the browser could read a stored draft.
  const draft = await page.evaluate(() => localStorage.getItem('playhall:draft:contact'))
  expect(draft).toContain('They stay dark')
  expect(draft).not.toMatch(/berit/i)
  // The keyboard skips the hidden field.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, CONTACT_DONE)).toBeVisible()
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByLabel(label, { exact: true }), label).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('')
  expect(await messageAbout(subject)).toMatchObject({ kind: 'contact', name: 'Berit', content: 'They stay dark' })
})

test('feedback needs a message: the button is disabled without one, and again after sending', async ({ page }) => {
  const text = `Brighter ${crypto.randomUUID()}`
  await page.goto('/feedback')
  const send = page.getByRole('button', { name: 'Send Feedback' })
  const message = page.getByLabel('Message', { exact: true })
  await expect(send).toBeDisabled()
  await message.fill('   ')
  await expect(send).toBeDisabled()
  await message.fill(text)
  await send.click()
  await expect(page.getByText('Please choose a category').first()).toBeVisible()
  await expect(page.getByLabel('Feedback Type')).toBeFocused()
  await expect(message).toHaveValue(text)
  await page.getByLabel('Feedback Type').selectOption('Compliment')
  await page.getByLabel('Rating').selectOption('5 - Excellent')
  await send.click()
  await expect(toast(page, FEEDBACK_DONE)).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(page.getByLabel('Rating')).toHaveValue('')
  await expect(send).toBeDisabled()
  await openPortalDatabase()
  const [row] = await database().select().from(messages).where(eq(messages.content, text))
  expect(row).toMatchObject({ kind: 'feedback', category: 'compliment', rating: 5, email: '' })
})

test('text that is typed while a message is sent is not lost, nor is its draft', async ({ page }) => {
  await page.goto('/feedback')
  const sending = Promise.withResolvers<void>()
  await page.route('**/feedback.data*', async (route) => {
    await sending.promise
    await route.continue()
  })
  const message = page.getByLabel('Message', { exact: true })
  const send = page.getByRole('button', { name: 'Send Feedback' })
  await page.getByLabel('Feedback Type').selectOption('Compliment')
  await page.getByLabel('Rating').selectOption('5 - Excellent')
  await message.fill('One')
  await send.click()
  await message.fill('Two')
  sending.resolve()
  await expect(toast(page, FEEDBACK_DONE)).toBeVisible()
  await expect(send).toBeEnabled()
  await expect(message).toHaveValue('Two')
  await page.reload()
  await expect(message).toHaveValue('Two')
  await expect(page.getByLabel('Rating')).toHaveValue('5')
  await message.fill('')
  await expect(send).toBeDisabled()
  await message.fill('Two')
  await send.click()
  await expect(toast(page, FEEDBACK_DONE)).toBeVisible()
  await expect(message).toHaveValue('')
  await page.reload()
  await expect(message).toHaveValue('')
})

test('the form contains a player’s name and address, on a loaded page and after client navigation', async ({
  page,
  context,
}) => {
  const player = await signedInPlayer(context, { fullName: 'Jo Lee' })
  await page.goto('/contact')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jo Lee')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(player.email)
  await page.getByRole('link', { name: 'Bug reports' }).click()
  await expect(page).toHaveURL('/feedback')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(player.email)
})

test('an operator finds a message in the menu and by search, replies, adds a note, closes and reopens it', async ({
  page,
  context,
}) => {
  const { username } = await operator(context)
  const subject = `Lamps ${crypto.randomUUID()}`
  const { id } = await createMessage({ subject, name: 'Berit', email: 'berit@mail.example' })
  await page.goto('/terms')
  await page.locator('.user-trigger').click()
  await page.getByRole('link', { name: /^Console/ }).click()
  await page.getByRole('link', { name: /^Inbox \d+\+? new$/ }).click()
  await expect(page).toHaveURL('/admin/inbox')
  await expect(page.getByText(/^Overdue since/).first()).toBeVisible()
  await expectNoFaults(page, 'the inbox')
  await page.getByLabel('About').selectOption('Report a problem')
  await page.getByLabel('Search messages').fill(subject.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/about=contact\.report&search=/)
  await page.getByRole('link', { name: subject }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/inbox/${id}\\?about=contact`))
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByLabel('Search messages')).toHaveValue(subject.toUpperCase())
  await page.getByRole('link', { name: subject }).click()

  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Please write a reply').first()).toBeVisible()
  const answer = page.getByLabel('Reply to berit@mail.example')
  await expect(answer).toBeFocused()
  await answer.fill('In the attic.\n\nBeside door nine.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(toast(page, 'Reply saved. Its delivery status is shown below it')).toBeVisible()
  await expect(page.getByText(`Reply by ${username}`)).toBeVisible()
  await expect(answer).toHaveValue('')

  await page.locator('summary').filter({ hasText: 'Add a note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Third time this week')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText(`Note by ${username}`)).toBeVisible()
  await expectNoFaults(page, 'a message')

  await page.getByRole('button', { name: 'Close the message' }).click()
  await expect(toast(page, 'Closed')).toBeVisible()
  await expect(answer).toHaveCount(0)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'The message is marked as new')).toBeVisible()
  await expect(answer).toBeVisible()
  await page.goto('/admin/acts')
  await expect(page.getByRole('row').filter({ hasText: `message ${id}` })).toHaveCount(4)
  await page
    .getByRole('row')
    .filter({ hasText: `message ${id}` })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(`/admin/inbox/${id}`)
})

test.describe('two operators', () => {
  test.use({ expectedErrors: [/the server responded with a status of 409/] })

  test('the second of two operators learns what the first did, and keeps the typed reply', async ({
    page,
    context,
    browser,
  }) => {
    await operator(context)
    const { id } = await createMessage({ email: 'berit@mail.example' })
    const elsewhere = await browser.newContext({ baseURL: process.env.E2E_URL })
    const first = await operator(elsewhere)
    const there = await elsewhere.newPage()
    for (const tab of [page, there]) await tab.goto(`/admin/inbox/${id}`)
    await there.getByRole('button', { name: 'Close the message' }).click()
    await expect(toast(there, 'Closed')).toBeVisible()
    const answer = page.getByLabel('Reply to berit@mail.example')
    await answer.fill('In the attic')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(page.getByText(`${first.username} has changed this: closed`).first()).toBeVisible()
    await expect(answer).toHaveValue('In the attic')
    await elsewhere.close()
  })
})
