import type { BrowserContext, Page } from '@playwright/test'
import { awardCredits } from '../../app/credits/ledger.server.ts'
import { recordVisit } from '../../app/credits/streak/record-visit.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { buyItem } from '../../app/shop/buy-item.server.ts'
import { addDays, utcDay } from '../../app/lib/dates.ts'
import { readLedger } from '../fixtures/credits.ts'
import { createPost } from '../fixtures/posts.ts'
import { expectNoFaults } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { expect, test, withinOneDay } from './test.ts'

const BOUGHT = 'House Lights is yours'

async function playerWith(context: BrowserContext, credits: number) {
  const player = await signedInPlayer(context)
  const award = { playerId: player.id, activity: 'spin', credits, key: 'spin:x' } as const
  await database().transaction((tx) => awardCredits(tx, award))
  await recordVisit(player.id)
  return player
}

/** Presses a buy button twice, since the first press, even a double click, asks for confirmation. */
async function press(page: Page, name: string, price: number): Promise<void> {
  // A tab behind another paints once a second.
  await page.bringToFront()
  await page.getByRole('button', { name: `Buy for ${price}: ${name}` }).dblclick()
  await expect(questionOf(page, name, price)).toHaveCount(1)
  await page.getByRole('button', { name: `Sure? ${price}: ${name}` }).click()
}

/** What a screen reader announces once the second press counts. */
const questionOf = (page: Page, name: string, price: number) =>
  page.getByRole('status').filter({ hasText: `Press again to buy ${name} for ${price} credits` })

test(
  'a player buys and wears a frame and a background, and others see them',
  withinOneDay(async ({ page, context, browser }) => {
    const player = await playerWith(context, 190)
    const post = await createPost({ playerId: player.id })
    await page.goto('/rewards/shop')
    const chip = page.getByRole('link', { name: '1 day streak, 200 credits' })
    await expect(chip).toBeVisible()
    const toast = page.locator('.toast')
    await press(page, 'House Lights', 60)
    await expect(toast).toContainText(BOUGHT)
    await expect(toast).toContainText('You have 140 credits left.')
    await expect(page.getByRole('link', { name: '1 day streak, 140 credits' })).toBeVisible()
    await toast.getByRole('button', { name: 'Use it' }).click()
    const off = page.getByRole('button', { name: 'Stop using: House Lights' })
    await expect(off).toBeVisible()
    await expect(page.locator('header .user-trigger .avatar')).toHaveAttribute('data-frame', 'frame-bulbs')
    await press(page, 'Curtain', 80)
    await page.getByRole('button', { name: 'Use: Curtain' }).click()
    await expect(page.locator('.shop-preview .profile-background')).toHaveAttribute('data-background', 'ground-curtain')
    // The remaining credits pay for one streak freeze and nothing else.
    await press(page, 'Streak freeze', 60)
    await expect(page.getByText('1 of 2 available')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Buy for/ })).toHaveCount(0)
    expect((await readLedger(player.id)).slice(-3)).toEqual([
      'buy:frame-bulbs -60',
      'buy:ground-curtain -80',
      'buy:rest-1 -60',
    ])

    const visitor = await browser.newPage()
    const drawing = visitor.waitForResponse((answer) => /\/bulbs-[^/]*\.svg$/.test(answer.url()))
    await visitor.goto(`/community/${post.id}`)
    await expect(visitor.locator('.author .avatar').first()).toHaveAttribute('data-frame', 'frame-bulbs')
    await visitor.goto(`/players/${player.username}`)
    await expect(visitor.locator('.profile-background')).toHaveAttribute('data-background', 'ground-curtain')
    expect((await drawing).status()).toBe(200)
    await visitor.close()

    await off.click()
    await expect(page.locator('header .user-trigger .avatar')).not.toHaveAttribute('data-frame')
  }),
)

test(
  'an item bought in two tabs is shown in both and paid once',
  withinOneDay(async ({ page, context }) => {
    const player = await playerWith(context, 100)
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto('/rewards/shop')
    await press(page, 'House Lights', 60)
    await expect(page.locator('.toast')).toContainText(BOUGHT)
    // The other tab shows the new balance, but still its old items.
    await expect(other.getByRole('link', { name: '1 day streak, 50 credits' })).toBeVisible()
    await press(other, 'House Lights', 60)
    await expect(other.locator('.toast')).toContainText(BOUGHT)
    for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Use: House Lights' })).toBeVisible()
    expect(await readLedger(player.id)).toEqual(['spin:x 100', expect.stringMatching(/^login:/), 'buy:frame-bulbs -60'])
  }),
)

test.describe('credits spent in another tab', () => {
  // The browser logs the refused request.
  test.use({ expectedErrors: [/409/] })

  test(
    'a page with an outdated balance shows how many credits are missing',
    withinOneDay(async ({ page, context }) => {
      const player = await playerWith(context, 90)
      await page.clock.install()
      await page.goto('/rewards/shop')
      const offer = page.getByRole('button', { name: 'Buy for 90: Ticket Stub' })
      await expect(offer).toBeVisible()
      await buyItem(player.id, 'frame-bulbs')
      await offer.focus()
      await page.keyboard.press('Enter')
      const question = questionOf(page, 'Ticket Stub', 90)
      await expect(question).toHaveCount(1)
      // In Safari the button does not lose the focus.
      await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown')
      await expect(offer).toBeFocused()
      await expect(question).toHaveCount(0)
      await page.keyboard.down('Enter')
      await expect(question).toHaveCount(1)
      // A key that is held down sends more events.
      await page.keyboard.down('Enter')
      await page.clock.fastForward(10_000)
      await expect(question).toHaveCount(1)
      await page.keyboard.up('Enter')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').locator('.toast')).toContainText('You need 50 more credits for this.')
      await expect(page.getByRole('button', { name: 'Use: House Lights' })).toBeVisible()
      await expect(offer).toHaveCount(0)
      // The card has no button any more.
      await expect(page.getByRole('main')).toBeFocused()
    }),
  )
})

test(
  'after a missed day the used streak freeze is reported once, and the rewards page shows it',
  withinOneDay(async ({ page, context }) => {
    const player = await signedInPlayer(context)
    const award = { playerId: player.id, activity: 'spin', credits: 60, key: 'spin:x' } as const
    await database().transaction((tx) => awardCredits(tx, award))
    const noon = (back: number) => new Date(`${addDays(utcDay(new Date()), -back)}T12:00:00Z`)
    for (const back of [3, 2]) await recordVisit(player.id, noon(back))
    await buyItem(player.id, 'rest-1', noon(2))
    await page.goto('/')
    const toast = page.locator('.toast')
    await expect(toast).toContainText('You missed yesterday. A streak freeze saved your streak, and 0 are left.')
    await expect(toast).toContainText('You have 30 now, and tomorrow brings 10.')
    await expect(page.locator('.board-standing')).toContainText('3 day streak')
    await expect(page.locator('.board-standing')).toContainText('+10 tomorrow')
    await page.goto('/rewards')
    await expect(toast).toHaveCount(0)
    const streak = page.getByRole('region', { name: 'Your streak' })
    await expect(streak.getByRole('listitem')).toHaveText([
      /1.*\+10/,
      /2.*\+10/,
      /Today.*\+10/,
      /4/,
      /5/,
      /6/,
      /7.*\+40/,
    ])
    await expect(streak).toContainText('Day 7, in 4 days, brings 40.')
    await expect(page.getByRole('cell', { name: /\d{4}: streak freeze$/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /First visit after a streak freeze/ })).toBeVisible()
  }),
)

test(
  'the shop and a profile with worn items are accessible and fit each screen',
  withinOneDay(async ({ page, context }) => {
    const player = await playerWith(context, 1000)
    for (const item of ['frame-marquee', 'ground-curtain']) await buyItem(player.id, item)
    await page.goto('/rewards/shop')
    await page.getByRole('button', { name: 'Use: Marquee' }).click()
    await page.getByRole('button', { name: 'Use: Curtain' }).click()
    await expect(page.getByRole('button', { name: 'Stop using: Curtain' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expectNoFaults(page, 'shop')
    await page.goto(`/players/${player.username}`)
    await expectNoFaults(page, 'profile')
  }),
)
