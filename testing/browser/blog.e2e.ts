import { createBlogPost } from '../fixtures/blog-posts.ts'
import { violationsOf } from './accessibility.ts'
import { openPortalDatabase } from './players.ts'
import { expect, test } from './test.ts'

const HOSTING = 'How to host a games portal of your own'
const CATEGORY = 'Behind the scenes'

test('headings of a post may be called what parts of the page are', async ({ page }) => {
  await openPortalDatabase()
  const { slug } = await createBlogPost({ content: '<h2>Own root</h2><h2>Main</h2><p>Read on.</p>' })
  await page.goto(`/blog/${slug}`)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await expect(page.getByRole('heading', { name: 'Own root' })).toBeVisible()
  await expect(page.locator('.header')).toBeVisible()
})

test('a reader goes from the footer to a post, on to another, and back to the list', async ({ page }) => {
  await page.goto('/terms')
  const viewed = page.waitForResponse((answer) => /\/blog\/\d+\/views$/.test(answer.url()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect(page.getByText('Latest gaming news, tips, and guides')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: HOSTING }).click()
  await expect(page.getByRole('heading', { level: 1, name: HOSTING })).toBeVisible()
  await expect(page).toHaveTitle(HOSTING)
  expect((await viewed).status()).toBe(204)
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('navigation', { name: 'More posts' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'How our two originals were made' })).toBeVisible()
  await page.getByRole('link', { name: 'Lamplighter', exact: true }).click()
  await expect(page).toHaveURL('/games/lamplighter')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await expect(page).toHaveURL('/blog')
})

test('the category on a card and on a post leads to its list', async ({ page }) => {
  await page.goto('/blog')
  const card = page.getByRole('article').filter({ hasText: HOSTING })
  await card.getByRole('link', { name: CATEGORY }).click()
  await expect(page).toHaveURL('/blog/category/behind-the-scenes')
  await expect(page.getByRole('heading', { level: 1, name: CATEGORY })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // The whole card except its category links to the post.
  await page.getByRole('article').click()
  await expect(page.getByRole('heading', { level: 1, name: HOSTING })).toBeVisible()
  await page.getByRole('link', { name: CATEGORY }).click()
  await expect(page).toHaveURL('/blog/category/behind-the-scenes')
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await expect(page).toHaveURL('/blog')
})

test('feeds are XML that a browser can read', async ({ page }) => {
  await page.goto('/terms')
  for (const [at, items] of [
    ['/blog/rss.xml', 'item'],
    ['/blog/atom.xml', 'entry'],
    ['/games/rss.xml', 'item'],
    ['/games/atom.xml', 'entry'],
  ] as const) {
    const read = await page.evaluate(
      async ([address, name]) => {
        const xml = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
        const links = [...xml.querySelectorAll(`${name} > link`)].map(
          (link) => link.getAttribute('href') ?? link.textContent,
        )
        return {
          fault: xml.querySelector('parsererror')?.textContent ?? null,
          links,
          dates: [...xml.querySelectorAll('pubDate, published, updated, lastBuildDate')].map((date) =>
            Date.parse(date.textContent),
          ),
        }
      },
      [at, items] as const,
    )
    expect(read.fault, at).toBeNull()
    expect(read.links.length, at).toBeGreaterThan(2)
    for (const link of read.links) expect(link).toMatch(/^http:\/\/[^/]+\/(blog|games)\/[\w-]+$/)
    expect(
      read.dates.filter((date) => !(date > 0 && date <= Date.now())),
      at,
    ).toEqual([])
  }
})

test('a long word, a wide table and code fit a small screen', async ({ page }) => {
  await openPortalDatabase()
  const word = 'lamplighter'.repeat(11)
  const { slug } = await createBlogPost({
    title: word,
    category: word.slice(0, 40),
    tags: [word.slice(0, 30), 'b'],
    author: word.slice(0, 80),
    content: `<p>${word}</p><table><thead><tr>${'<th>head</th>'.repeat(20)}</tr></thead></table><pre><code>${word}</code></pre><ul><li>${word}</li></ul>`,
  })
  for (const path of ['/blog', `/blog/category/${word.slice(0, 40)}`, `/blog/${slug}`]) {
    await page.goto(path)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${path} at ${width}`).toBe(0)
    }
  }
  // Other tests check the lists.
  expect(await violationsOf(page), 'the post').toEqual([])
})
