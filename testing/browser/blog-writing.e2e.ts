import type { BrowserContext, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { saveDraft, VERSIONS } from '../../app/blog/editor/drafts.server.ts'
import { NEW_DRAFT } from '../../app/blog/blog-rules.ts'
import { expectNoFaults } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test } from './test.ts'

const operator = (context: BrowserContext) => signedInPlayer(context, { role: 'operator' })
const newTitle = () => `Lamps ${crypto.randomUUID().slice(0, 8)}`
const slugOf = (title: string) => title.toLowerCase().replace(' ', '-')
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

/** Starts a post from the list, by keyboard. */
async function begin(page: Page): Promise<void> {
  await page.goto('/admin/blog')
  await page.getByRole('button', { name: 'New post' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/blog\/\d+$/)
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
}

test('an operator writes a post with a picture by keyboard, sees the preview, publishes it and edits it', async ({
  page,
  context,
  browser,
}) => {
  await operator(context)
  const title = newTitle()
  await begin(page)
  await page.getByLabel('Title', { exact: true }).focus()
  await page.keyboard.type(title)
  await expect(page.getByLabel('Slug')).toHaveAttribute('placeholder', slugOf(title))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  await page.keyboard.type('## Nine doors\n\nBehind the **third** stands help.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Nine doors' })).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('third')
  await saved(page)

  await page.getByText('Add a picture').focus()
  await page.keyboard.press('Enter')
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Insert into the text' }).click()
  await expect(page.getByText('Please describe the picture')).toBeVisible()
  await expect(page.getByLabel('Alternative text')).toBeFocused()
  await expectNoFaults(page, 'the form')
  await page.getByLabel('Alternative text').fill('A door')
  await page.getByRole('button', { name: 'Insert into the text' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/help\.\n\n!\[A door\]\(\/files\/.*\.webp\)\n\n$/)
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  await expect(preview.getByRole('img', { name: 'A door' })).toBeVisible()

  await page.getByLabel('Meta description').fill('Of lamps.')
  await expect(page.getByText('9/160')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Published. Everyone can see it')).toBeVisible()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Slug')).toHaveAttribute('readonly', '')

  const visitor = await (await browser.newContext({ baseURL: process.env.E2E_URL })).newPage()
  await visitor.goto(`/blog/${slugOf(title)}`)
  await expect(visitor.getByRole('heading', { name: 'Nine doors' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'A door' })).toBeVisible()

  await page.getByLabel('Title', { exact: true }).fill(`${title} again`)
  await saved(page)
  const published = async () => (await visitor.request.get(visitor.url())).text()
  expect(await published()).toContain(`${title}</h1>`)
  await page.getByRole('button', { name: 'Publish the changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} again`)
  await expect.poll(published).toContain(`${title} again</h1>`)
  await visitor.context().close()

  await page.goto('/admin/blog')
  await expect(page.getByRole('link', { name: `${title} again`, exact: true })).toBeVisible()
  await expectNoFaults(page, 'the list')
  await page.getByRole('link', { name: `${title} again`, exact: true }).click()
  await page.locator('summary').filter({ hasText: 'Unpublish...' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(toast(page, 'Unpublished. It is a draft again')).toBeVisible()
  // The link moves when the form before it disappears.
  await expect(page.locator('summary').filter({ hasText: 'Unpublish...' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Delete...' }).click()
  await expect(page.getByRole('heading', { name: 'Delete this post?' })).toBeVisible()
  await expectNoFaults(page, 'the question')
  await page.getByRole('button', { name: 'Delete the post' }).click()
  await expect(toast(page, 'The post is deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/blog$/)
})

test.describe('refused input', () => {
  test.use({ expectedErrors: [/the server responded with a status of (400|401|404)/] })

  test('errors are reported and focused, and the input survives them, a lost session and a closed tab', async ({
    page,
    context,
  }) => {
    await operator(context)
    await begin(page)
    const at = page.url()
    await page.getByLabel('Text', { exact: true }).fill('Turn the last lamp first.')
    await page.getByLabel('At a set time, in UTC').check()
    await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
    await page.getByLabel('Time', { exact: true }).fill('10:00')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.locator('.field-error').filter({ hasText: 'This time has passed' })).toBeVisible()
    await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
    await page.getByLabel('Now', { exact: true }).check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.locator('.field-error').filter({ hasText: 'The title is missing' })).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Turn the last lamp first.')
    await saved(page)

    const cookies = await context.cookies()
    await context.clearCookies()
    await page.getByLabel('Title', { exact: true }).fill('Typed without a session')
    await expect(page.getByText('Not saved yet. Stored in this browser')).toBeVisible()
    await page.close()
    await context.addCookies(cookies)
    const again = await context.newPage()
    await again.goto(at)
    await expect(again.getByLabel('Title', { exact: true })).toHaveValue('Typed without a session')
    await expect(again.getByRole('region', { name: 'Preview' })).toContainText('Turn the last lamp first.')
    await saved(again)
    await again.evaluate(() => localStorage.clear())
    await again.reload()
    await expect(again.getByLabel('Title', { exact: true })).toHaveValue('Typed without a session')
    await expect(again.getByLabel('Text', { exact: true })).toHaveValue('Turn the last lamp first.')
  })
})

test.describe('two operators', () => {
  test.use({ expectedErrors: [/the server responded with a status of 409/] })

  test('the second of two operators gets a conflict, sees the other text, and overwrites or reloads; both versions are stored', async ({
    page,
    context,
    browser,
  }) => {
    await operator(context)
    await begin(page)
    await page.getByLabel('Title', { exact: true }).fill('Of both')
    await saved(page)
    const elsewhere = await browser.newContext({ baseURL: process.env.E2E_URL })
    const first = await operator(elsewhere)
    const there = await elsewhere.newPage()
    await there.goto(page.url())
    await there.locator('html[data-live]').waitFor({ state: 'attached' })
    await there.getByLabel('Text', { exact: true }).fill('Of the first')
    await saved(there)

    await page.getByLabel('Text', { exact: true }).fill('Of the second')
    await expect(page.getByText('The post was saved elsewhere since.')).toBeVisible()
    await expectNoFaults(page, 'two operators')
    const [version] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /See that text/ }).click(),
    ])
    await expect(version.getByText('Of the first')).toBeVisible()
    await version.close()
    // Publishing is refused as well and overwrites nothing.
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('save again to overwrite it').first()).toBeVisible()
    await there.reload()
    await expect(there.getByLabel('Text', { exact: true })).toHaveValue('Of the first')
    await expect(page.getByRole('button', { name: 'Overwrite' })).toBeVisible()
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await saved(page)
    await page.reload()
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Of the second')
    await page.getByText('Versions', { exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: first.username })).toBeVisible()
    await there.getByLabel('Text', { exact: true }).fill('Of the first, later')
    await expect(there.getByRole('button', { name: 'Overwrite' })).toBeVisible()
    await there.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(there.getByLabel('Text', { exact: true })).toHaveValue('Of the second')
  })
})

test('publishing waits for a save under way, and publishes what was typed meanwhile', async ({ page, context }) => {
  await operator(context)
  await begin(page)
  await page.getByLabel('Title', { exact: true }).fill(newTitle())
  await saved(page)
  const stored = Promise.withResolvers<number>()
  const clicked = Promise.withResolvers<void>()
  const late = async (route: Route) => {
    const response = await route.fetch()
    stored.resolve(response.status())
    await clicked.promise
    await route.fulfill({ response })
  }
  await page.route('**/draft', late, { times: 1 })
  await page.getByLabel('Text', { exact: true }).fill('Turn the first lamp.')
  expect(await stored.promise).toBe(200)
  await page.getByLabel('Text', { exact: true }).fill('Turn the last lamp first.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  clicked.resolve()
  await expect(toast(page, 'Published. Everyone can see it')).toBeVisible()
  await page.getByRole('link', { name: 'View post' }).click()
  await expect(page.locator('.blog-body')).toContainText('Turn the last lamp first.')
})

test('a save whose response was lost does not make the next one stale', async ({ page, context, expectedErrors }) => {
  await operator(context)
  await begin(page)
  await page.getByLabel('Title', { exact: true }).fill(newTitle())
  await saved(page)
  expectedErrors.push(/ERR_FAILED/)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/draft', lose, { times: 1 })
  await page.getByLabel('Text', { exact: true }).fill('Turn the first lamp.')
  await expect(page.getByText('Not saved yet. Stored in this browser')).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill('Turn the last lamp first.')
  await saved(page)
  await page.reload()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Turn the last lamp first.')
})

test('changes of a published post are discarded and restored', async ({ page, context }) => {
  const mara = { ...(await operator(context)), sessionId: '' }
  await begin(page)
  await page.getByLabel('Title', { exact: true }).fill(newTitle())
  await page.getByLabel('Text', { exact: true }).fill('As it was published.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill('Changed since.')
  await saved(page)
  await page.reload()
  await page.getByRole('link', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('The text of this version')).toHaveValue('As it was published.')
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(toast(page, 'That version is now the draft')).toBeVisible()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('As it was published.')
  await expect(page.getByRole('link', { name: 'Discard changes' })).toHaveCount(0)
  await page.getByText('Versions', { exact: true }).click()
  await page.locator('.versions li').nth(1).getByRole('link').click()
  await expect(page.getByLabel('The text of this version')).toHaveValue('Changed since.')
  await expectNoFaults(page, 'a version')

  // The oldest of as many versions as are stored is no longer stored once it is restored.
  const id = Number(/\/blog\/(\d+)\//.exec(page.url())?.[1])
  for (let at = 0; at < VERSIONS; at++)
    await saveDraft(mara, id, 0, { ...NEW_DRAFT, title: 'Many', source: `Version ${at}` }, true)
  await page.goto(`/admin/blog/${id}`)
  await page.getByText('Versions', { exact: true }).click()
  await page.locator('.versions li').last().getByRole('link').click()
  await expect(page.getByLabel('The text of this version')).toHaveValue('Version 0')
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Version 0')
})

test('a phone shows text and preview as two views', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await operator(context)
  await begin(page)
  await page.getByLabel('Text', { exact: true }).fill('Seen **twice**')
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('twice')
  await expect(page.getByLabel('Text', { exact: true })).toBeHidden()
  await expectNoFaults(page, 'the preview')
})
