/**
 * node testing/screenshots.ts: takes the README's pictures of the built portal, with its own games and an invented
 * community, and writes them to docs/pictures/. Run `npm run build` first.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { recordVisit } from '../app/credits/streak/record-visit.server.ts'
import { closeDatabase, database } from '../app/db/connection.server.ts'
import { players } from '../app/db/schema/accounts.server.ts'
import { games, gameViews } from '../app/db/schema/games.server.ts'
import { storage } from '../app/server/files/storage.server.ts'
import { findBrowser } from '../cli/browser.mjs'
import { countTurns } from '../originals/lamplighter/level.ts'
import { startPlay, takeHint } from '../originals/lamplighter/play.ts'
import { showOn } from '../originals/lamplighter/programme.ts'
import { openPortalDatabase, signedInPlayer } from './browser/players.ts'
import { daysAgo } from './fixtures/games.ts'
import { createPlayer } from './fixtures/players.ts'
import { createPost } from './fixtures/posts.ts'
import { startPortal } from './portal/portal-process.ts'
import { TEST_SETTINGS } from './portal/settings.ts'

const HOME = path.join(import.meta.dirname, '..')
const FOLDER = path.join(HOME, 'docs/pictures')
const SIZE = { width: 1280, height: 800 }
const THEMES = ['dark', 'light'] as const
const STREAK_DAYS = 12
/** The day of the puzzle in the picture, and the turns that are left to solve it. */
const PUZZLE_DAY = '2026-11-27'
const TURNS_LEFT = 9

/** `picture` is the folder of a game whose picture the player uses. */
const PLAYERS = [
  { username: 'tomasz', fullName: 'Tomasz Wilk', frame: 'frame-film', picture: 'bundled/fifteen-ball-pool' },
  { username: 'adaeze', fullName: 'Adaeze Obi', frame: 'frame-laurels', picture: 'bundled/star-drifter' },
  { username: 'yuki', fullName: 'Yuki Tanabe', frame: null, picture: null },
  { username: 'ines', fullName: 'Inês Moreira', frame: 'frame-sunburst', picture: 'bundled/gap-flapper' },
  { username: 'jonas', fullName: 'Jonas Lind', frame: 'frame-bulbs', picture: 'bundled/hill-glide' },
  { username: 'priya', fullName: 'Priya Nair', frame: null, picture: 'bundled/bumpy-ride' },
] as const

/** The oldest first. `age` is in hours, `game` is a slug. */
const POSTS = [
  {
    by: 'tomasz',
    age: 52,
    type: 'suggestion',
    title: 'A dark board for Minesweeper',
    content: 'White squares at midnight are a lot. A dark board with the same numbers would be easier on the eyes.',
    game: 'minesweeper',
    tags: ['minesweeper', 'ideas'],
    likes: 18,
    comments: 6,
  },
  {
    by: 'priya',
    age: 31,
    type: 'showcase',
    title: 'Bumpy Ride without tipping over',
    content: 'Ten hills in a row and still on four wheels. The trick is to ease off before every hilltop.',
    game: 'bumpy-ride',
    tags: ['bumpy-ride', 'high-score'],
    likes: 22,
    comments: 7,
  },
  {
    by: 'adaeze',
    age: 26,
    type: 'question',
    title: 'How do you get past 20,000 in Tile Swap?',
    content: 'I run out of moves near 14,000 every time. Do you save the long chains for the end?',
    game: 'tile-swap',
    tags: ['puzzle', 'high-score'],
    likes: 9,
    comments: 11,
  },
  {
    by: 'yuki',
    age: 7,
    type: 'discussion',
    title: 'Which game do you open first in the morning?',
    content: 'For me it is one round of 2048 and a coffee. The coffee usually lasts longer.',
    game: '2048',
    tags: ['morning', 'routines'],
    likes: 31,
    comments: 24,
  },
  {
    by: 'ines',
    age: 3,
    type: 'showcase',
    title: '2,180 metres in Rooftop Relay',
    content: 'One late jump after the water tank and it was over. Still my best run by far.',
    game: 'rooftop-relay',
    tags: ['rooftop-relay', 'high-score'],
    likes: 26,
    comments: 8,
  },
  {
    by: 'jonas',
    age: 1,
    type: 'question',
    title: 'Lamplighter: start from the corners',
    content: 'A corner tile has few ways to turn. Set all four first, and the rest of the board follows.',
    game: 'lamplighter',
    tags: ['lamplighter', 'beginners'],
    likes: 14,
    comments: 5,
  },
] as const

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const portal = await startPortal({ settings: TEST_SETTINGS })
try {
  Object.assign(process.env, { ...TEST_SETTINGS, DATA_DIR: portal.dataDir, E2E_URL: portal.url })
  await openPortalDatabase()
  await addCommunity()
  mkdirSync(FOLDER, { recursive: true })
  for (const theme of THEMES) await takePictures(theme)
} finally {
  await browser.close()
  await closeDatabase()
  await portal.stop()
}

async function addCommunity(): Promise<void> {
  const ids = new Map<string, string>()
  for (const { picture, ...values } of PLAYERS) {
    const { id } = await createPlayer(values)
    ids.set(values.username, id)
    if (picture) await addAvatar(id, picture)
  }
  for (const { by, age, game, ...post } of POSTS) {
    const gameId = await findGame(game)
    await createPost({ ...post, tags: [...post.tags], gameId, playerId: ids.get(by)!, createdAt: daysAgo(age / 24) })
  }
  const gameId = await findGame('lamplighter')
  await database().update(gameViews).set({ likes: 128, dislikes: 3 }).where(eq(gameViews.gameId, gameId))
}

async function addAvatar(playerId: string, folder: string): Promise<void> {
  const avatar = `profile_pictures/${playerId}/picture.webp`
  const picture = await sharp(path.join(HOME, folder, 'picture-320.webp'))
    .resize(256, 256)
    .webp()
    .toBuffer()
  await storage().put(avatar, picture, 'image/webp')
  await database().update(players).set({ avatar }).where(eq(players.id, playerId))
}

async function findGame(slug: string): Promise<number> {
  const [game] = await database().select({ id: games.id }).from(games).where(eq(games.slug, slug))
  if (!game) throw new Error(`There is no game ${slug}`)
  return game.id
}

async function takePictures(theme: (typeof THEMES)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: SIZE,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const { id } = await signedInPlayer(context, { username: `mara_${theme}`, fullName: 'Mara Voss' })
  await addAvatar(id, 'bundled/soft-landing')
  for (let day = STREAK_DAYS - 1; day >= 0; day--) await recordVisit(id, daysAgo(day))
  const page = await context.newPage()

  await page.goto('/')
  await save(page, `home-${theme}`)

  await page.goto('/community')
  await save(page, `community-${theme}`)

  // Last, since the clock then stops.
  await page.clock.setFixedTime(`${PUZZLE_DAY}T12:00:00Z`)
  await page.goto('/games/lamplighter#daily')
  await playLamplighter(page)
  await save(page, `game-${theme}`)
  await context.close()
}

/** Plays the day's puzzle until few turns are left. */
async function playLamplighter(page: Page): Promise<void> {
  const game = page.frameLocator('iframe[title="Lamplighter"]')
  const level = showOn(PUZZLE_DAY)
  let play = startPlay(level)
  for (let hint = takeHint(play); hint && countTurns(level, play.masks) > TURNS_LEFT; hint = takeHint(play)) {
    const { cell, quarters } = hint.move
    const [row, column] = [Math.floor(cell / level.grid.size) + 1, (cell % level.grid.size) + 1]
    const tile = game.getByRole('button', { name: `row ${row}, column ${column},` })
    for (let turn = 0; turn < Math.abs(quarters); turn++) await tile.press(quarters < 0 ? 'Shift+Space' : 'Space')
    play = hint.play
  }
  await game.locator('body').evaluate(async () => {
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}

/** Saves what is on the screen once its fonts and pictures have loaded and the page is live. */
async function save(page: Page, name: string): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    Array.from(document.images)
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  )
  const file = path.join(FOLDER, `${name}.webp`)
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 86, effort: 6, smartSubsample: true })
    .toFile(file)
  console.log(`${path.relative(HOME, file)}  ${Math.ceil(size / 1000)} KB`)
}
