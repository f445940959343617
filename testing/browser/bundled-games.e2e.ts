import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { violationsOf } from './accessibility.ts'
import { BUNDLED, someOf } from './bundled-games.ts'
import { expect, paint, test } from './test.ts'

const pageOf = (slug: string) => readFileSync(`bundled/${slug}/index.html`, 'utf8')

// Tests draw canvases in software, so fewer pixels make faster frames.
test.use({ viewport: { width: 640, height: 480 } })

/** All games except the two that are plain pages open with a card. */
async function start(page: Page, slug: string): Promise<void> {
  await page.goto(`/play/${slug}/`)
  const card = page.locator('.stage-card')
  if (pageOf(slug).includes('play.js')) await expect(card).toBeVisible()
  await leave(page, card, 'Enter')
}

/** In this many frames a game reads the pressed keys at least once. */
const SEEN = 3

/** Presses and releases a key, each long enough for a game to notice. */
async function hold(page: Page, key: string): Promise<void> {
  await page.keyboard.down(key)
  await paint(page, SEEN)
  await page.keyboard.up(key)
  await paint(page, SEEN)
}

/** Dismisses a card by a key, which works once there was time to read the card. */
async function leave(page: Page, card: Locator, key: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(card).toBeHidden({ timeout: 300 })
  }).toPass({ intervals: [100] })
}

for (const slug of BUNDLED) {
  test(`${slug} pauses and resumes with P, and its sound can be switched`, async ({ page }) => {
    await start(page, slug)
    const paused = page.getByRole('button', { name: /Paused/ })
    await page.keyboard.press('p')
    await expect(paused).toBeVisible()
    await leave(page, paused, 'p')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(paused).toBeVisible()
    await page.getByRole('button', { name: 'Sound off' }).click()
    await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible()
    await page.keyboard.press('m')
    await expect(page.getByRole('button', { name: 'Sound off' })).toBeVisible()
  })

  test(`${slug} on an upright phone uses the width and the height`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto(`/play/${slug}/`)
    const field = page.locator('#board, canvas').first()
    await expect.poll(async () => (await field.boundingBox())?.width ?? 0).toBeGreaterThan(390 * 0.88)
    expect((await field.boundingBox())!.height).toBeGreaterThan(390 * 0.88)
    for (const part of await page.locator('#board, .stage-bar, .stage-buttons, .stage-keys.shown, canvas').all()) {
      const box = await part.boundingBox()
      if (!box) continue
      expect(box.x).toBeGreaterThanOrEqual(-1)
      expect(box.y).toBeGreaterThanOrEqual(-1)
      expect(box.x + box.width).toBeLessThanOrEqual(391)
      expect(box.y + box.height).toBeLessThanOrEqual(701)
    }
  })
}

test('a muted game is still muted the next time', async ({ page }) => {
  await page.goto('/games/gap-flapper')
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Sound off' }).click()
  await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible()
  // The game sends the setting to the page, which stores it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playhall:saved:gap-flapper'))).toContain('sound')
  await page.reload()
  await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible()
})

test('a real-time game pauses when it loses the keyboard, and a turn-based one does not', async ({ page }) => {
  for (const [slug, rests] of [
    ['gap-flapper', true],
    ['2048', false],
  ] as const) {
    await page.goto(`/games/${slug}`)
    const frame = page.locator('iframe')
    await expect(frame).toBeFocused()
    const card = page.frameLocator('iframe').locator('.stage-card')
    if (rests) await leave(page, card, 'Enter')
    await page.keyboard.press('Escape')
    await expect(frame).not.toBeFocused()
    await expect(card.filter({ hasText: 'Paused' })).toBeVisible({ visible: rests })
  }
})

test('a paused game requests no frames', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window)
    const frames = { asked: 0, next: () => new Promise(ask) }
    window.requestAnimationFrame = (callback) => {
      frames.asked++
      return ask(callback)
    }
    Object.assign(window, { frames })
  })
  await page.goto('/play/solo-pong/')
  await expect(page.locator('.stage-card')).toBeVisible()
  const countRequestsIn = (count: number) =>
    page.evaluate(async (times) => {
      const { frames } = window as unknown as { frames: { asked: number; next: () => Promise<unknown> } }
      const before = frames.asked
      for (let at = 0; at < times; at++) await frames.next()
      return frames.asked - before
    }, count)
  await expect.poll(() => countRequestsIn(10)).toBe(0)
  expect(await countRequestsIn(30)).toBe(0)
})

test('best results are stored and shown', async ({ page }) => {
  await page.addInitScript(() => {
    if (window.name === '') window.name = JSON.stringify({ playhall: 1, saved: { best: '321' } })
  })
  for (const slug of someOf(['solo-pong', 'star-drifter', 'soft-landing', 'hill-glide', 'gap-flapper', '2048'])) {
    await start(page, slug)
    await expect(page.locator('body'), slug).toContainText(/Best\s*321/)
  }
})

test('the card at the end of a round shows the same figures as the bar', async ({ page }) => {
  await page.addInitScript(() => {
    if (window.name === '') window.name = JSON.stringify({ playhall: 1, saved: { puzzle: '9' } })
  })
  for (const [slug, end, card, figures] of [
    ['solo-pong', 'score = 70; lives = 1; pongBalls = []', '70 points', /Balls\s*0\s*Best\s*70/],
    ['slide-eleven', 'putHome(); lastEmpty = emptyGridPos.copy(); moves = 50', 'in 50 moves', /Best\s*50/],
  ] as const) {
    await start(page, slug)
    await page.evaluate(`{ ${end} }`)
    await expect(page.locator('.stage-card'), slug).toContainText(card)
    await expect(page.locator('.stage-bar'), slug).toContainText(figures)
  }
})

test('Slide Eleven reshuffles a puzzle in progress on a second press, but not after a move in between', async ({
  page,
}) => {
  await start(page, 'slide-eleven')
  const moves = page.locator('.stage-figures div').filter({ hasText: 'Moves' }).locator('dd')
  const move = async () => {
    const before = Number(await moves.textContent())
    await page.evaluate('slide(neighbours()[0], false)')
    await expect(moves).toHaveText(String(before + 1))
  }
  const shuffle = page.getByRole('button', { name: 'Shuffle' })
  const sure = page.getByRole('button', { name: 'Really?' })
  await move()
  await shuffle.click()
  await expect(sure).toBeFocused()
  await move()
  await shuffle.click()
  await expect(moves).toHaveText('2')
  await sure.press('Enter')
  await expect(moves).toHaveText('0')
  await expect(shuffle).toBeVisible()
})

test('invalid stored results are ignored, and the game works', async ({ page }) => {
  const odd = {
    best: 'lots',
    'best-easy': 'lots',
    level: 'odd',
    splits: '{',
    puzzle: 'x',
    state: '{"positions":[[1]],"score":"x"}',
  }
  await page.addInitScript((saved) => {
    if (window.name === '') window.name = JSON.stringify({ playhall: 1, saved })
  }, odd)
  for (const slug of BUNDLED) {
    await start(page, slug)
    await expect(page.locator('.stage-bar'), slug).not.toContainText(/NaN|lots|undefined/)
  }
})

test('Tile Swap starts without a match, counts from the first swap, and can be played by keyboard', async ({
  page,
}) => {
  await start(page, 'tile-swap')
  await paint(page, 30)
  expect(await page.evaluate('matches().length')).toBe(0)
  await expect(page.locator('.stage-figures')).toHaveText(/Goal\s*0\/60\s*Swaps\s*20\s*Best\s*0/)
  // A swap to the right, next to the selected tile, that makes a row of three.
  await page.evaluate(
    '{ const { x, y } = here; kinds[x][y] = 0; [1, 2, 3].forEach((dx) => (kinds[x + dx][y] = dx === 1 ? 1 : 0)) }',
  )
  for (const key of ['ArrowUp', 'Space', 'ArrowRight']) await hold(page, key)
  await expect(page.locator('.stage-figures')).toHaveText(/Goal\s*[1-9]\d*\/60\s*Swaps\s*19/)
})

test('Soft Landing shows the same number of rockets in the corner and on the card after a crash', async ({ page }) => {
  await start(page, 'soft-landing')
  await expect(page.locator('.stage-figures')).toContainText(/Rockets\s*3/)
  await page.evaluate('crashTimer.set(0)')
  await expect(page.locator('.stage-card')).toContainText('2 rockets are left')
  await expect(page.locator('.stage-figures')).toContainText(/Rockets\s*2/)
})

test('mouse and keyboard work on a touch screen, too', async ({ page }) => {
  // As on a laptop with a touch screen.
  await page.addInitScript('window.ontouchstart = null')
  await start(page, 'block-breakout')
  await hold(page, 'Space')
  await expect(page.locator('.stage-figures')).toContainText(/Balls\s*1/)
  await start(page, 'fifteen-ball-pool')
  await page.mouse.move(420, 220)
  await page.mouse.down()
  await paint(page, SEEN)
  await page.mouse.up()
  await expect(page.locator('.stage-figures')).toContainText(/Shots\s*1/)
})

test('axe finds no violation in games that are pages or in the cards of the others', async ({ page }) => {
  for (const slug of ['2048', 'minesweeper', 'gap-flapper']) {
    await page.goto(`/play/${slug}/`)
    await page.waitForLoadState('load')
    expect(await violationsOf(page), slug).toEqual([])
  }
})

test.describe('a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

  test('pulls back the cue and shoots, and cancels the shot at the starting point', async ({ page, context }) => {
    const browser = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
    const pull = async (...to: number[]) => {
      await touch('touchStart', 450)
      for (const y of to) {
        await paint(page, SEEN)
        await touch('touchMove', y)
      }
      await paint(page, SEEN)
      await touch('touchEnd')
    }
    await start(page, 'fifteen-ball-pool')
    await expect(page.locator('body')).toContainText(/Shots\s*0/)
    await pull(520, 600, 450)
    await paint(page, 10)
    await expect(page.locator('body')).toContainText(/Shots\s*0/)
    await pull(520, 600)
    await expect(page.locator('body')).toContainText(/Shots\s*1/)
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
      [390, 844],
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
  test('sees the whole pool table below figures and buttons', async ({ page }) => {
    for (const size of [
      { width: 390, height: 600 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size)
      await start(page, 'fifteen-ball-pool')
      const top = await page.evaluate<number>(
        'mainCanvas.getBoundingClientRect().top + (worldToScreen(vec2(15.2, 0)).y * mainCanvas.clientHeight) / mainCanvas.height',
      )
      const bar = await page.locator('.stage-bar').boundingBox()
      expect(top).toBeGreaterThanOrEqual(bar!.y + bar!.height)
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

  test('reads instructions for touch, without keyboard terms', async ({ page }) => {
    for (const slug of BUNDLED.filter((name) => pageOf(name).includes('play.js'))) {
      await page.goto(`/play/${slug}/`)
      const card = page.locator('.stage-card')
      await expect(card, slug).toBeVisible()
      await expect(card, slug).not.toContainText(/\b(keys?|click|mouse|space)\b/i)
    }
  })

  test('sees labels on the buttons of Pixel Blaster before touching anything', async ({ page }) => {
    await start(page, 'pixel-blaster')
    const keys = page.locator('.stage-keys.shown')
    await expect(keys.locator('button')).toHaveText(['◀', '▼', '▶', 'Shoot', 'Jump', 'Roll', 'Grenade'])
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
})

test('the card of a game leaves the game visible, and its text is on a panel', async ({ page }) => {
  await page.goto('/play/tile-swap/')
  const card = page.locator('.stage-card')
  await expect(card).toBeVisible()
  const alphaOf = (locator: Locator) =>
    locator.evaluate((node) =>
      Number(/\/ ([\d.]+)\)|, ([\d.]+)\)$/.exec(getComputedStyle(node).backgroundColor)?.slice(1).find(Boolean)),
    )
  expect(await alphaOf(card)).toBeLessThan(0.4)
  expect(await alphaOf(card.locator('.stage-panel'))).toBeGreaterThan(0.85)
})

test('a level of Tile Swap is won by reaching the goal and lost by running out of swaps', async ({ page }) => {
  await start(page, 'tile-swap')
  const figures = page.locator('.stage-figures')
  await expect(figures).toHaveText(/Level\s*1\s*Goal\s*0\/60\s*Swaps\s*20/)
  await page.evaluate('score = 60; falling.set(0.01)')
  const card = page.locator('.stage-card')
  await expect(card).toContainText('Level 1 done')
  await leave(page, card, 'Enter')
  await expect(figures).toHaveText(/Level\s*2\s*Goal\s*0\/75\s*Swaps\s*20\s*Best\s*60/)
  await page.evaluate('swapsLeft = 0; falling.set(0.01)')
  await expect(card).toContainText('No swaps left')
})

test('Pixel Blaster shows no blood or bodies, and its figures are in one bar', async ({ page }) => {
  const written: string[] = []
  await page.exposeFunction('recordText', (text: string) => written.push(text))
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      ;(window as unknown as { recordText: (text: string) => void }).recordText(text)
      fillText.call(this, text, ...at)
    }
  })
  await start(page, 'pixel-blaster')
  await expect(page.locator('.stage-figures')).toHaveText(/Score\s*0\s*Falls\s*0\s*Best\s*0/)
  const bled = await page.evaluate(async () => {
    const at = '/play/pixel-blaster/examples/platformer/'
    const [{ player }, { Character }] = (await Promise.all([
      import(`${at}game.js`),
      import(`${at}gameCharacter.js`),
    ])) as [
      { player: { kill: () => void; angleVelocity: number; renderOrder: number } },
      { Character: { prototype: object } },
    ]
    player.kill()
    return [
      String(Object.getOwnPropertyDescriptor(Character.prototype, 'kill')?.value).includes('makeBlood'),
      player.renderOrder,
    ]
  })
  expect(bled).toEqual([false, 10])
  await expect(page.locator('.stage-figures')).toHaveText(/Falls\s*1/)
  expect(written.filter((text) => /^(Score|Deaths)/.test(text))).toEqual([])
})
