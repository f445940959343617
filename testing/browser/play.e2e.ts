import { purgePages } from '../../app/server/cache/purge.server.ts'
import { createPicturedGame } from '../fixtures/games.ts'
import { openPortalDatabase } from './players.ts'
import { linesSince } from './portal-log.ts'
import { answerGames, expect, paint, test, watchFor } from './test.ts'

test('a visitor finds a game by search and its frame loads', async ({ page }) => {
  await answerGames(page)
  await page.goto('/terms')
  await page.keyboard.press('/')
  await page.keyboard.type('ladders & sn', { delay: 20 })
  await expect(page.getByRole('option', { name: /Ladders & Snails/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/games\/ladders-snails$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ladders & Snails - Play Free Online Game')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A game' })).toBeVisible()
  await expect(page.getByText('Loading Ladders & Snails')).toBeHidden()
  const sandbox = await page.locator('iframe').getAttribute('sandbox')
  expect(sandbox).toContain('allow-same-origin')
  expect(sandbox).not.toContain('allow-top-navigation')
})

test('an original plays in an opaque origin, and saves and loads its data, in a separate tab, too', async ({
  page,
  context,
}) => {
  const gameIn = async (tab: typeof page) => {
    await expect(tab.locator('iframe')).toBeVisible()
    await expect(tab.getByText('Loading 2048')).toBeHidden()
    return tab.frames().find((one) => one.url().includes('/play/2048/'))
  }
  const saved = (tab: typeof page) => tab.evaluate(() => localStorage.getItem('playhall:saved:2048'))
  await page.goto('/games/2048')
  const first = await gameIn(page)
  expect(await first?.evaluate(() => window.origin)).toBe('null')
  await first?.evaluate(() => localStorage.setItem('page', 'a result'))
  await expect.poll(() => saved(page)).toContain('a result')

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in new tab' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/games\/2048\/play$/)
  const game = await gameIn(tab)
  await expect(tab.getByRole('banner')).toHaveCount(0)
  expect(await tab.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, ...tab.viewportSize() })
  expect(await game?.evaluate(() => localStorage.getItem('page'))).toBe('a result')

  await game?.evaluate(() => localStorage.setItem('tab', 'kept'))
  await expect.poll(() => saved(tab)).toContain('kept')
  await page.reload()
  expect(await (await gameIn(page))?.evaluate(() => localStorage.getItem('tab'))).toBe('kept')
})

test.describe('an unreachable game', () => {
  test.use({ expectedErrors: [/.*/] })

  test('reports it, retries twice, then offers another game', async ({ page }) => {
    await page.route('https://html5.gamemonetize.com/**', (route) => route.abort('connectionrefused'))
    let views = 0
    page.on('request', (request) => void (views += Number(request.url().endsWith('/views'))))
    await page.goto('/games/turbo-blocks')
    const failed = page.getByRole('heading', { name: 'Oops! Game failed to load' })
    await expect(failed).toBeVisible()
    await expect(page.getByText('Failed to load game', { exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Or play one of these' }).getByRole('link')).toHaveCount(3)
    for (let attempt = 0; attempt < 2; attempt++) {
      const retriedAt = Date.now()
      const cover = await watchFor(page, '.stage-loading')
      await page.getByRole('button', { name: 'Retry' }).click()
      await cover.appears()
      await expect(failed).toBeVisible()
      expect(Date.now() - retriedAt).toBeGreaterThanOrEqual(800)
      expect(await page.locator('.toast').count()).toBeLessThan(2)
    }
    await expect(page.getByRole('button', { name: 'Find Another Game' })).toHaveClass(/button-primary/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Game failed to load after multiple attempts. Please try another game.')).toBeVisible()
    await page.getByRole('button', { name: 'Find Another Game' }).click()
    await expect(page).toHaveURL(/\/games$/)
    await expect(page.getByText("Let's find you a working game!")).toBeVisible()
    expect(views).toBe(0)
    expect(await page.evaluate(() => Object.values(localStorage).join(''))).not.toContain('turbo-blocks')
  })

  test('shows no error page of the browser, at first or after Retry', async ({ page }) => {
    // An answer that is refused after a while: the frame has loaded the browser's own page by then.
    await page.route('https://html5.gamemonetize.com/**', async (route) => {
      if (route.request().method() === 'HEAD') await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.abort('connectionrefused')
    })
    await page.goto('/games/turbo-blocks')
    const failed = page.getByRole('heading', { name: 'Oops! Game failed to load' })
    await expect(page.locator('.stage-cover')).toBeVisible()
    await page.evaluate(() => {
      const look = () => {
        if (!document.querySelector('.stage-cover')) document.documentElement.dataset.bare = ''
      }
      new MutationObserver(look).observe(document.querySelector('.stage')!, { childList: true, subtree: true })
    })
    await expect(failed).toBeVisible()
    const cover = await watchFor(page, '.stage-loading')
    await page.getByRole('button', { name: 'Retry' }).click()
    await cover.appears()
    await expect(failed).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-bare')
  })

  test('fails after the time limit when it never loads', async ({ page }) => {
    await page.clock.install()
    await page.route('https://html5.gamemonetize.com/**', async (route) => {
      if (route.request().method() === 'HEAD') await route.fulfill({ status: 200 })
      // A frame that is never answered.
    })
    await page.goto('/games/turbo-blocks', { waitUntil: 'domcontentloaded' })
    await expect(page.getByText('Loading Turbo Blocks')).toBeVisible()
    // The limit runs from when the browser makes the frame.
    await expect(page.locator('iframe')).toBeAttached()
    await page.clock.runFor(21_000)
    await expect(page.getByRole('heading', { name: 'Oops! Game failed to load' })).toBeVisible()
  })

  test('a page of the site that is not a game fails too, since it never reports that it is ready', async ({ page }) => {
    await page.clock.install()
    await page.route('**/play/2048/', (route) => route.fulfill({ contentType: 'text/html', body: 'nothing here' }))
    await page.goto('/games/2048')
    await expect(page.frameLocator('iframe').getByText('nothing here')).toBeVisible()
    await page.clock.runFor(21_000)
    await expect(page.getByRole('heading', { name: 'Oops! Game failed to load' })).toBeVisible()
  })
})

test('the page of the next game has its own controls and none of the previous game', async ({ page }) => {
  const controls = page.getByRole('list', { name: 'Controls' }).getByRole('listitem')
  await page.goto('/games/slide-eleven')
  const own = await controls.allTextContents()
  await page.goto('/games/2048')
  await expect(controls.first()).toBeVisible()
  expect(await controls.allTextContents()).not.toEqual(own)
  await page.evaluate(() =>
    document.querySelector('.more-games')!.insertAdjacentHTML('beforeend', '<a href="/games/slide-eleven">next</a>'),
  )
  // Not by a click: a page does not scroll while its game has the focus.
  await page.getByRole('link', { name: 'next' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Slide Eleven')
  expect(await controls.allTextContents()).toEqual(own)
})

test('the frame is 600 pixels high on a desktop, never taller than a phone, and preserves the shape of a game', async ({
  page,
}) => {
  // A change of width moves the page's content, which would take time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await answerGames(page)
  const sizes = [
    { width: 1280, height: 900, least: 600 },
    { width: 1280, height: 620, least: 600 },
    { width: 390, height: 844, least: 600 },
    { width: 360, height: 640, least: 640 - 56 - 40 - 64 },
    { width: 844, height: 390, least: 390 - 64 },
  ]
  for (const path of ['/games/ladders-snails', '/games/turbo-hoops']) {
    await page.goto(path)
    for (const { width, height, least } of sizes) {
      await page.setViewportSize({ width, height })
      await paint(page)
      const box = await page.locator('.stage-game').boundingBox()
      // 800 x 500 and 600 x 960 in the feed. The first one fills an upright phone's width, with a hint to turn the phone.
      const hasTurnHint = path === '/games/ladders-snails' && width < 768 && width < height
      expect(await page.getByText('Turn your phone').isVisible(), `${path} at ${width}`).toBe(hasTurnHint)
      if (hasTurnHint) expect(box?.height).toBeCloseTo(width / 1.6, 0)
      else expect(box?.height, `${path} at ${width}`).toBeGreaterThanOrEqual(least)
      const frame = await page.locator('iframe').boundingBox()
      const ratio = path === '/games/ladders-snails' ? 800 / 500 : 600 / 960
      expect((frame?.width ?? 0) / (frame?.height ?? 1), `${path} at ${width}`).toBeCloseTo(ratio, 1)
      expect(box?.height, `${path} at ${width}`).toBeLessThanOrEqual(Math.max(least, height))
    }
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('held sideways, game and bar are the whole screen, and upright again the header is above them', async ({
    page,
  }) => {
    await page.goto('/games/slide-eleven')
    const top = (selector: string) => page.locator(selector).evaluate((part) => part.getBoundingClientRect().top)
    const upright = await top('.stage')
    for (let turn = 0; turn < 3; turn++) {
      await page.setViewportSize({ width: 844, height: 390 })
      await expect.poll(() => page.locator('.stage').boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 })
      await expect(page.locator('.sidebar')).toBeHidden()
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => Promise.all([top('.header'), top('.stage')])).toEqual([0, upright])
    }
    await expect(page.locator('iframe')).toBeFocused()
    // Not awaited: the hint would disappear after ten seconds.
    expect(await page.locator('.stage-bar').getByText('Press Esc').count(), 'phones have no Esc').toBe(0)
  })
})

test('the frame takes the keyboard, and arrow keys do not scroll the page', async ({ page }) => {
  await answerGames(page, '<body style="height:20px">A small game without a scroll of its own</body>')
  await page.goto('/games/ladders-snails')
  await expect(page.locator('iframe')).toBeFocused()
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await paint(page, 5)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('fullscreen, and back, and refused fullscreen is reported', async ({ page }) => {
  await answerGames(page)
  await page.goto('/games/ladders-snails')
  await page.getByRole('button', { name: 'Fullscreen' }).click()
  await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement?.className)).toBe('stage')
  // Space goes to the game; on the button it would leave fullscreen again.
  await expect(page.locator('iframe')).toBeFocused()
  await page.keyboard.press('Space')
  await paint(page, 5)
  expect(await page.evaluate(() => document.fullscreenElement?.className)).toBe('stage')
  await page.getByRole('button', { name: 'Leave fullscreen' }).click()
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible()
  await expect(page.locator('iframe')).toBeFocused()

  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Fullscreen' }).click()
  await expect(page.getByText("Couldn't enter fullscreen mode")).toBeVisible()
})

test('without element fullscreen the game fills the page and has the keyboard', async ({ page }) => {
  await answerGames(page)
  await page.addInitScript(() => {
    Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/games/ladders-snails')
  await page.getByRole('button', { name: 'Fullscreen' }).click()
  await expect(page.locator('iframe')).toBeFocused()
  expect((await page.locator('.stage-game').boundingBox())?.height).toBe(844 - 64)
  await page.getByRole('button', { name: 'Leave fullscreen' }).click()
  await expect(page.locator('iframe')).toBeFocused()
})

test.describe('in a browser whose name is not a bot’s', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0' })

  test('a view is counted once for a visitor, however often the page is opened', async ({ page, request }) => {
    await openPortalDatabase()
    const { slug } = await createPicturedGame()
    await answerGames(page)
    for (let opened = 0; opened < 2; opened++) {
      const counted = page.waitForResponse((answer) => answer.url().endsWith('/views'))
      await page.goto(`/games/${slug}`)
      expect((await counted).status()).toBe(204)
    }
    // Views are written only every five seconds. Pages are cached for a minute, and a unique query bypasses the cache.
    const read = async () => (await request.get(`/games/${slug}?at=${crypto.randomUUID()}`)).text()
    await expect.poll(read, { timeout: 60_000 }).toContain('<small>1 play</small>')
  })
})

test('a visit that ends within ten seconds of the start of the game is reported', async ({ page }) => {
  const since = Date.now()
  await openPortalDatabase()
  const add = () => createPicturedGame({ url: '/play/minesweeper/', provider: 'own' })
  const [closed, followed, long] = [await add(), await add(), await add()]
  await purgePages(['games'])
  const open = async (slug: string) => {
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/views'))
    await page.goto(`/games/${slug}`)
    await counted
  }
  await open(closed.slug)
  await page.goto('/about')
  await open(followed.slug)
  await page.getByRole('banner').getByRole('link', { name: 'Originals' }).click()
  await expect(page).toHaveURL(/\/originals$/)
  await page.clock.install()
  await open(long.slug)
  await page.clock.fastForward(11_000)
  await page.goto('/about')
  // The browser shows no requests of closed pages, so the portal's log does.
  const lines = await linesSince(since)
  const reported = lines.flatMap((line) => /"path":"\/game\/(\d+)\/short-visits"/.exec(line)?.[1] ?? [])
  const ids = [closed, followed, long].map(({ id }) => String(id))
  expect(reported.filter((id) => ids.includes(id))).toEqual(ids.slice(0, 2))
})

test('the link is copied, which is reported soon after other messages, and the share pages open elsewhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await answerGames(page)
  await page.clock.install()
  await page.goto('/games/ladders-snails')
  const bar = page.locator('.stage-bar')
  await bar.getByRole('button', { name: 'Share' }).click()
  await expect(bar.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('target', '_blank')
  await page.clock.pauseAt(Date.now() + 60_000)
  // The third message of three is seen as soon as the others have been.
  await bar.getByRole('button', { name: /^Like, / }).dispatchEvent('click')
  await bar.getByRole('button', { name: /wishlist/ }).dispatchEvent('click')
  await bar.getByRole('button', { name: 'Copy Link' }).click()
  await page.clock.runFor(2500)
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})
