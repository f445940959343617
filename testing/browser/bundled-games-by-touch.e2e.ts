import { BUNDLED, leave, pageOf, SEEN, start } from './bundled-games.ts'
import { expect, paint, test } from './test.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

test('sees the whole pool table, shoots by pulling back the cue, and cancels at the starting point', async ({
  page,
  context,
}) => {
  const browser = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  const pull = async (...to: number[]) => {
    await touch('touchStart', 380)
    for (const y of to) {
      await paint(page, SEEN)
      await touch('touchMove', y)
    }
    await paint(page, SEEN)
    await touch('touchEnd')
  }
  for (const size of [
    { width: 320, height: 568 },
    { width: 390, height: 600 },
  ]) {
    await page.setViewportSize(size)
    await start(page, 'fifteen-ball-pool')
    const top = await page.evaluate<number>(
      'mainCanvas.getBoundingClientRect().top + (worldToScreen(vec2(15.2, 0)).y * mainCanvas.clientHeight) / mainCanvas.height',
    )
    const bar = await page.locator('.stage-bar').boundingBox()
    expect(top).toBeGreaterThanOrEqual(bar!.y + bar!.height)
  }
  await expect(page.locator('body')).toContainText(/Shots\s*0/)
  await pull(450, 530, 380)
  await paint(page, 10)
  await expect(page.locator('body')).toContainText(/Shots\s*0/)
  await pull(450, 530)
  // A sunk white ball counts as another shot.
  await expect(page.locator('body')).toContainText(/Shots\s*[12]/)
})

test('sees the whole court of Solo Pong, which continues when the phone is turned', async ({ page }) => {
  await start(page, 'solo-pong')
  await page.evaluate('lamps[0].litUntil = Infinity')
  await page.setViewportSize({ width: 700, height: 390 })
  await expect
    .poll(() =>
      page.evaluate(`{
        const far = worldToScreen(court)
        mainCanvasSize.x > mainCanvasSize.y && far.x < mainCanvasSize.x && far.y > 0
      }`),
    )
    .toBe(true)
  expect(await page.evaluate('lamps[0].litUntil')).toBe(Infinity)
})

test('sees all of Slide Eleven below its figures and buttons, also after turning the phone', async ({ page }) => {
  type Tile = { text: number; left: number; right: number; top: number; bottom: number }
  const readTiles = () =>
    page.evaluate<Tile[]>(`pieces().map(({ text, pos, size }) => {
      const half = size.scale(0.5)
      const low = worldToScreen(pos.subtract(half))
      const high = worldToScreen(pos.add(half))
      const [left, right, top, bottom] = [low.x, high.x, high.y, low.y].map((at) => (at * innerWidth) / mainCanvasSize.x)
      return { text, left, right, top, bottom }
    })`)
  const readOrder = async () => {
    const tiles = await readTiles()
    return tiles.toSorted((one, other) => one.top - other.top || one.left - other.left).map(({ text }) => text)
  }
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await start(page, 'slide-eleven')
    const order = await readOrder()
    for (const viewport of [
      { width, height },
      { width: height, height: width },
    ]) {
      await page.setViewportSize(viewport)
      await expect(async () => {
        const bar = (await page.locator('.stage-bar').boundingBox())!
        for (const tile of await readTiles()) {
          expect(tile.left).toBeGreaterThan(0)
          expect(tile.right).toBeLessThan(viewport.width)
          expect(tile.top).toBeGreaterThanOrEqual(bar.y + bar.height)
          expect(tile.bottom).toBeLessThan(viewport.height)
        }
      }).toPass()
    }
    expect(await readOrder()).toEqual(order)
  }
})
test('sees 2048 as wide as the phone with a hint to swipe, and confirms before a new game', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/play/2048/')
  await expect(page.getByText('Swipe to push every tile')).toBeVisible()
  expect((await page.locator('#board').boundingBox())!.width).toBeGreaterThan(280)
  for (const part of await page.locator('h1, header dl, .actions, #board').all()) {
    const box = (await part.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(8)
    expect(box.x + box.width).toBeLessThanOrEqual(312)
  }
  const board = page.getByRole('img', { name: 'The board' })
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  const before = await board.getAttribute('aria-label')
  await page.getByRole('button', { name: 'New game' }).click()
  expect(await board.getAttribute('aria-label')).toBe(before)
  await page.getByRole('button', { name: 'Sure? New game' }).click()
  expect(await board.getAttribute('aria-label')).not.toBe(before)
})

test('reads instructions without keyboard terms, and labels on the buttons before touching anything', async ({
  page,
}) => {
  for (const slug of BUNDLED.filter((name) => pageOf(name).includes('play.js'))) {
    await page.goto(`/play/${slug}/`)
    const card = page.locator('.stage-card')
    await expect(card, slug).toBeVisible()
    await expect(card, slug).not.toContainText(/\b(keys?|click|mouse|space)\b/i)
    if (slug !== 'pixel-blaster') continue
    await leave(page, card, 'Enter')
    const keys = page.locator('.stage-keys.shown')
    await expect(keys.locator('button')).toHaveText(['◀', '▼', '▶', 'Shoot', 'Jump', 'Roll', 'Grenade'])
  }
})

test('can press squares of Minesweeper, and drag the rest of the field into view', async ({ page, context }) => {
  await page.goto('/play/minesweeper/')
  await page.getByLabel('Board').selectOption('hard')
  const field = page.locator('#board')
  const [square, box] = await Promise.all([field.locator('button').first().boundingBox(), field.boundingBox()])
  expect(square!.width).toBeGreaterThanOrEqual(30)
  expect(box!.x + box!.width).toBeLessThanOrEqual(390)
  expect(box!.y + box!.height).toBeLessThanOrEqual(700)
  const browser = await context.newCDPSession(page)
  await browser.send('Input.synthesizeScrollGesture', { x: 195, y: 400, xDistance: -100, yDistance: -200 })
  expect(await field.evaluate(({ scrollLeft, scrollTop }) => scrollLeft * scrollTop)).toBeGreaterThan(0)
  await expect(field.locator('.open, .flag')).toHaveCount(0)
})
