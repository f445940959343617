import type { Locator, Page } from '@playwright/test'
import { violationsOf } from './accessibility.ts'
import { BUNDLED, leave, SEEN, someOf, start } from './bundled-games.ts'
import { expect, paint, test } from './test.ts'

// Tests draw in software, which took half of their time with WebGL and in a larger window. The tests by touch use WebGL.
test.use({ viewport: { width: 640, height: 480 } })
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const canvas = HTMLCanvasElement.prototype as { getContext: (kind: string, options?: unknown) => unknown }
    const { getContext } = canvas
    canvas.getContext = function (kind, options) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, options)
    }
  }),
)

/** Lets the games of a tab find these stored values. */
async function store(page: Page, saved: Record<string, string>): Promise<void> {
  await page.addInitScript((values) => {
    if (window.name === '') window.name = JSON.stringify({ playhall: 1, saved: values })
  }, saved)
}

/** Presses and releases a key, each long enough for a game to notice. */
async function hold(page: Page, key: string): Promise<void> {
  await page.keyboard.down(key)
  await paint(page, SEEN)
  await page.keyboard.up(key)
  await paint(page, SEEN)
}

for (const slug of BUNDLED) {
  test(`${slug} ignores invalid stored results, fits an upright phone, pauses with P, and switches its sound`, async ({
    page,
  }) => {
    await store(page, {
      best: 'lots',
      'best-easy': 'lots',
      level: 'odd',
      splits: '{',
      puzzle: 'x',
      state: '{"positions":[[1]],"score":"x"}',
    })
    await page.setViewportSize({ width: 390, height: 700 })
    await start(page, slug)
    await expect(page.locator('.stage-bar')).not.toContainText(/NaN|lots|undefined/)

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
}

test('a real-time game pauses when it loses the keyboard, and once muted is muted the next time', async ({ page }) => {
  await page.goto('/games/gap-flapper')
  const frame = page.locator('iframe')
  await expect(frame).toBeFocused()
  const game = page.frameLocator('iframe')
  const card = game.locator('.stage-card')
  await leave(page, card, 'Enter')
  await page.keyboard.press('Escape')
  await expect(frame).not.toBeFocused()
  await expect(card.filter({ hasText: 'Paused' })).toBeVisible()

  await game.getByRole('button', { name: 'Sound off' }).click()
  await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible()
  // The game sends the setting to the page, which stores it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playhall:saved:gap-flapper'))).toContain('sound')
  await page.reload()
  await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible()
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

test('best results are shown, and the card at the end of a round shows the same figures as the bar', async ({
  page,
}) => {
  await store(page, { best: '60' })
  for (const slug of someOf(['2048', 'star-drifter', 'soft-landing', 'hill-glide', 'gap-flapper', 'solo-pong'])) {
    await start(page, slug)
    await expect(page.locator('body'), slug).toContainText(/Best\s*60/)
  }
  await page.evaluate('{ score = 70; lives = 1; pongBalls = [] }')
  await expect(page.locator('.stage-card')).toContainText('70 points')
  await expect(page.locator('.stage-bar')).toContainText(/Balls\s*0\s*Best\s*70/)
})

test('Slide Eleven reshuffles on a second press without a move in between, and keeps the fewest moves', async ({
  page,
}) => {
  await store(page, { puzzle: '9' })
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

  const card = page.locator('.stage-card')
  for (const [count, best] of [
    [50, 50],
    [60, 50],
    [40, 40],
  ] as const) {
    await page.evaluate(`{ putHome(); lastEmpty = emptyGridPos.copy(); moves = ${count} }`)
    await expect(card).toContainText(`in ${count} moves`)
    await expect(page.locator('.stage-bar')).toContainText(new RegExp(`Best\\s*${best}`))
    await leave(page, card, 'Enter')
  }
})

test('Tile Swap starts without a match, is played by keyboard, and is won by points and lost without swaps', async ({
  page,
}) => {
  await page.goto('/play/tile-swap/')
  const card = page.locator('.stage-card')
  await expect(card).toBeVisible()
  const alphaOf = (locator: Locator) =>
    locator.evaluate((node) =>
      Number(/\/ ([\d.]+)\)|, ([\d.]+)\)$/.exec(getComputedStyle(node).backgroundColor)?.slice(1).find(Boolean)),
    )
  expect(await alphaOf(card), 'the card leaves the game visible').toBeLessThan(0.4)
  expect(await alphaOf(card.locator('.stage-panel')), 'its text is on a panel').toBeGreaterThan(0.85)

  await leave(page, card, 'Enter')
  await paint(page, 30)
  expect(await page.evaluate('matches().length')).toBe(0)
  const figures = page.locator('.stage-figures')
  await expect(figures).toHaveText(/Level\s*1\s*Goal\s*0\/60\s*Swaps\s*20\s*Best\s*0/)
  await page.evaluate('score = 60; falling.set(0.01)')
  await expect(card).toContainText('Level 1 done')
  await leave(page, card, 'Enter')
  await expect(figures).toHaveText(/Level\s*2\s*Goal\s*0\/75\s*Swaps\s*20\s*Best\s*60/)

  // A swap to the right, next to the selected tile, that makes a row of three. The score is so low that no series of
  // falling tiles can win the level.
  await page.evaluate(
    `{
      const { x, y } = here
      kinds[x][y] = 0
      for (const dx of [1, 2, 3]) kinds[x + dx][y] = dx === 1 ? 1 : 0
      score = -1000
    }`,
  )
  for (const key of ['ArrowUp', 'Space', 'ArrowRight']) await hold(page, key)
  await expect(figures).toHaveText(/Goal\s*-\d{3}\/75\s*Swaps\s*19/)
  await page.evaluate('swapsLeft = 0; falling.set(0.01)')
  await expect(card).toContainText('No swaps left')
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
  // A sunk white ball counts as another shot.
  await expect(page.locator('.stage-figures')).toContainText(/Shots\s*[12]/)
})

test('axe finds no violation in games that are pages or in the cards of the others', async ({ page }) => {
  for (const slug of ['2048', 'minesweeper', 'gap-flapper']) {
    await page.goto(`/play/${slug}/`)
    await page.waitForLoadState('load')
    expect(await violationsOf(page), slug).toEqual([])
  }
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
  const files = '/play/pixel-blaster/examples/platformer/'
  // The card is shown before the level is loaded.
  const isLoaded = () => page.evaluate(async (at) => Boolean((await import(`${at}game.js`)).player), files)
  await expect.poll(isLoaded).toBe(true)
  const bled = await page.evaluate(async (at) => {
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
  }, files)
  expect(bled).toEqual([false, 10])
  await expect(page.locator('.stage-figures')).toHaveText(/Falls\s*1/)
  expect(written.filter((text) => /^(Score|Deaths)/.test(text))).toEqual([])
})
